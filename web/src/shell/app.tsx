// The shell around the views: signing in, navigation, language, theme, what happens elsewhere.
import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import { isSignedIn, onSignedOut, signIn, signOut } from "../api/client";
import { Failure, Loading } from "../components/states";
import { VIEWS } from "../views";
import { Help, help, useKeys } from "./keys";
import { Live, useListening } from "./live";
import { type Route, go, href, useRoute } from "./route";
import { SignIn } from "./signin";
import { type Theme, setTheme, useTheme } from "./theme";
import { Toasts } from "./toasts";
import { type Language, setLanguage, useLanguage, words } from "./words";

const t = words(
  {
    skip: "Skip to content",
    nav: "Views",
    theme: "Theme",
    system: "System",
    light: "Light",
    dark: "Dark",
    language: "Language",
    keys: "Keys",
    leave: "Sign out",
    missing: "There is no such view",
    choose: "Choose one above.",
  },
  {
    skip: "跳到内容",
    nav: "视图",
    theme: "主题",
    system: "跟随系统",
    light: "浅色",
    dark: "深色",
    language: "语言",
    keys: "快捷键",
    leave: "退出",
    missing: "没有这个视图",
    choose: "请在上方选择一个。",
  },
);

/** The one-time key in the address, which is taken out of it at once. */
function keyInAddress(): string {
  const key = /^#key=([\w-]+)$/.exec(location.hash)?.[1] ?? "";
  if (key) go(href("search"), true);
  return key;
}

export function App() {
  const [key] = useState(keyInAddress);
  const [isIn, setIn] = useState(isSignedIn() && !key);
  const [isEntering, setEntering] = useState(Boolean(key));
  const [problem, setProblem] = useState("");
  useLanguage();
  useEffect(() => {
    onSignedOut(() => setIn(false));
    if (!key) return;
    signIn(key)
      .then(
        () => setIn(true),
        (failed: Error) => (isSignedIn() ? setIn(true) : setProblem(failed.message)),
      )
      .finally(() => setEntering(false));
  }, []);
  useListening(isIn);
  useKeys();
  if (isEntering) return <Loading />;
  if (!isIn) return <SignIn problem={problem} entered={() => setIn(true)} />;
  return <House />;
}

function House() {
  const route = useRoute();
  const view = VIEWS.find((one) => one.name === route.view);
  useEffect(() => {
    document.title = view ? `${view.title()} · Camillo` : "Camillo";
  });
  return (
    <>
      <a class="skip" href="#main" onClick={skip}>
        {t("skip")}
      </a>
      <header class="top">
        <a class="brand" href={href("search")}>
          Camillo
        </a>
        <nav aria-label={t("nav")}>
          {VIEWS.filter((one) => one.key).map((one) => (
            <a key={one.name} href={href(one.name)} aria-current={one.name === route.view ? "page" : undefined}>
              {one.title()}
            </a>
          ))}
        </nav>
        <Live />
        <Choices />
      </header>
      <main id="main" tabIndex={-1}>
        {view ? <Shown key={view.name} name={view.name} route={route} /> : <Missing />}
      </main>
      <Help />
      <Toasts />
    </>
  );
}

function skip(event: Event): void {
  event.preventDefault();
  document.getElementById("main")?.focus();
}

function Shown({ name, route }: { name: string; route: Route }) {
  const [view, setView] = useState<{ Part: ComponentType<{ route: Route }> }>();
  const [error, setError] = useState<Error>();
  useEffect(() => {
    const found = VIEWS.find((one) => one.name === name);
    found?.load().then((told) => setView({ Part: told.default }), setError);
  }, [name]);
  if (error) return <Failure error={error} again={() => location.reload()} />;
  return view ? <view.Part route={route} /> : <Loading />;
}

function Missing() {
  return (
    <section class="empty">
      <h1>{t("missing")}</h1>
      <p>{t("choose")}</p>
    </section>
  );
}

function Choices() {
  const theme = useTheme();
  const language = useLanguage();
  return (
    <div class="choices">
      <select
        aria-label={t("theme")}
        value={theme}
        onChange={(event) => setTheme(event.currentTarget.value as Theme)}
      >
        <option value="system">{t("system")}</option>
        <option value="light">{t("light")}</option>
        <option value="dark">{t("dark")}</option>
      </select>
      <select
        aria-label={t("language")}
        value={language}
        onChange={(event) => setLanguage(event.currentTarget.value as Language)}
      >
        <option value="en" lang="en">
          English
        </option>
        <option value="zh" lang="zh-Hans">
          简体中文
        </option>
      </select>
      <button type="button" class="quiet" aria-label={t("keys")} title={t("keys")} onClick={help}>
        ?
      </button>
      <button type="button" class="quiet" onClick={() => void signOut()}>
        {t("leave")}
      </button>
    </div>
  );
}
