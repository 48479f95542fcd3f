// The keyboard: `/` to search, `j` and `k` through what is listed, `g` and a letter to a view, `?` for help.
import { useEffect, useRef } from "preact/hooks";
import { VIEWS } from "../views";
import { go, href } from "./route";
import { store, useStore } from "./store";
import { words } from "./words";

const t = words(
  {
    title: "Keys",
    search: "search",
    next: "next in the list",
    previous: "previous in the list",
    open: "open what has the focus",
    views: "then a letter: go to a view",
    plan: "in the floor plan: from room to room",
    help: "this list",
    close: "Close",
  },
  {
    title: "快捷键",
    search: "搜索",
    next: "列表中的下一项",
    previous: "列表中的上一项",
    open: "打开当前项",
    views: "再按一个字母：前往某个视图",
    plan: "在平面图中：在房间之间移动",
    help: "显示本列表",
    close: "关闭",
  },
);

const isHelping = store(false);
export const help = (): void => isHelping.set(true);

/** Elements that `j` and `k` walk through carry `data-item` and can have the focus. */
function walk(by: number): void {
  const items = [...document.querySelectorAll<HTMLElement>("main [data-item]")].filter((one) => one.offsetParent);
  if (!items.length) return;
  const at = items.findIndex((one) => one.contains(document.activeElement));
  const next = items[at < 0 ? (by > 0 ? 0 : items.length - 1) : Math.min(items.length - 1, Math.max(0, at + by))];
  next?.focus();
  next?.scrollIntoView({ block: "nearest" });
}

function isTyping(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName));
}

export function useKeys(): void {
  useEffect(() => {
    let wasG = 0;
    function pressed(event: KeyboardEvent): void {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
      if (isTyping(event.target)) {
        if (event.key === "Escape") (event.target as HTMLElement).blur();
        return;
      }
      if (document.querySelector("dialog[open]")) return;
      if (Date.now() - wasG < 1500) {
        wasG = 0;
        const view = VIEWS.find((one) => one.key === event.key);
        if (view) {
          event.preventDefault();
          go(href(view.name));
          return;
        }
      }
      if (event.key === "g") wasG = Date.now();
      else if (event.key === "j") walk(1);
      else if (event.key === "k") walk(-1);
      else if (event.key === "?") help();
      else if (event.key === "/") {
        event.preventDefault();
        const field = document.querySelector<HTMLInputElement>("main input[type=search]");
        if (field) {
          field.focus();
          field.select();
        } else go(href("search"));
      }
    }
    addEventListener("keydown", pressed);
    return () => removeEventListener("keydown", pressed);
  }, []);
}

export function Help() {
  const isOpen = useStore(isHelping);
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    if (isOpen) dialog.current?.showModal();
    else dialog.current?.close();
  }, [isOpen]);
  return (
    <dialog ref={dialog} aria-labelledby="keys" onClose={() => isHelping.set(false)}>
      <h2 id="keys">{t("title")}</h2>
      <dl class="keys">
        <dt>
          <kbd>/</kbd>
        </dt>
        <dd>{t("search")}</dd>
        <dt>
          <kbd>j</kbd> <kbd>k</kbd>
        </dt>
        <dd>
          {t("next")}, {t("previous")}
        </dd>
        <dt>
          <kbd>Enter</kbd>
        </dt>
        <dd>{t("open")}</dd>
        <dt>
          <kbd>←</kbd> <kbd>→</kbd> <kbd>↑</kbd> <kbd>↓</kbd>
        </dt>
        <dd>{t("plan")}</dd>
        <dt>
          <kbd>g</kbd>
        </dt>
        <dd>
          {t("views")}
          <ul class="plain">
            {VIEWS.filter((one) => one.key).map((one) => (
              <li key={one.name}>
                <kbd>{one.key}</kbd> {one.title()}
              </li>
            ))}
          </ul>
        </dd>
        <dt>
          <kbd>?</kbd>
        </dt>
        <dd>{t("help")}</dd>
      </dl>
      <button type="button" onClick={() => isHelping.set(false)}>
        {t("close")}
      </button>
    </dialog>
  );
}
