// Signing in: the local page does it with the key in its address; others paste a token or a key.
import { useState } from "preact/hooks";
import { signIn } from "../api/client";
import { words } from "./words";

const t = words(
  {
    title: "This palace is locked",
    local: "On this machine, run camillo ui again: its address lets this browser in.",
    team: "On a team's server, paste your token or key:",
    field: "Token or key",
    enter: "Sign in",
  },
  {
    title: "宫殿已上锁",
    local: "在本机上，请重新运行 camillo ui：它给出的地址会让此浏览器进入。",
    team: "在团队服务器上，请粘贴你的令牌或密钥：",
    field: "令牌或密钥",
    enter: "登录",
  },
);

export function SignIn({ entered, problem }: { entered: () => void; problem: string }) {
  const [key, setKey] = useState("");
  const [error, setError] = useState(problem);
  return (
    <main class="signin" id="main">
      <h1>{t("title")}</h1>
      <p>{t("local")}</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          signIn(key.trim()).then(entered, (failed: Error) => setError(failed.message));
        }}
      >
        <label>
          {t("team")}
          <input
            type="password"
            name="key"
            autocomplete="off"
            aria-label={t("field")}
            value={key}
            onInput={(event) => setKey(event.currentTarget.value)}
          />
        </label>
        <button type="submit" class="strong" disabled={!key.trim()}>
          {t("enter")}
        </button>
      </form>
      {error && (
        <p class="problem" role="alert">
          {error}
        </p>
      )}
    </main>
  );
}
