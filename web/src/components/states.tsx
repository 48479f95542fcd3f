// Nothing yet, nothing found, something wrong: each says what to do next.
import type { ComponentChildren } from "preact";
import { Failed } from "../api/client";
import { words } from "../shell/words";

const t = words(
  { loading: "Loading", again: "Try again", wrong: "This did not work", away: "The server does not answer; is camillo ui still running?" },
  { loading: "正在加载", again: "重试", wrong: "出错了", away: "服务器没有回应；camillo ui 还在运行吗？" },
);

export function Loading() {
  return (
    <p class="loading" role="status">
      {t("loading")}…
    </p>
  );
}

export function Failure({ error, again }: { error: Error; again: () => void }) {
  const mend = error instanceof Failed ? error.mend : t("away");
  return (
    <section class="problem" role="alert">
      <strong>{t("wrong")}</strong>
      <p>
        {error.message}
        {mend && `; ${mend}`}
      </p>
      <button type="button" onClick={again}>
        {t("again")}
      </button>
    </section>
  );
}

/** An empty place, and the next step from here. */
export function Empty({ title, children }: { title: string; children?: ComponentChildren }) {
  return (
    <section class="empty">
      <h2>{title}</h2>
      {children}
    </section>
  );
}
