// What just happened, said once, with a way back.
import { store, useStore } from "./store";
import { words } from "./words";

const t = words({ undo: "Undo", dismiss: "Dismiss", gone: "Undone" }, { undo: "撤销", dismiss: "关闭", gone: "已撤销" });

interface Toast {
  id: number;
  text: string;
  undo?: () => void | Promise<void>;
}

const SECONDS = 8;
const shown = store<Toast[]>([]);
let last = 0;

function close(id: number): void {
  shown.set(shown.get().filter((one) => one.id !== id));
}

/** Say something; with `undo` there is a button that takes it back. */
export function toast(text: string, undo?: () => void | Promise<void>): number {
  const id = ++last;
  shown.set([...shown.get(), { id, text, undo }]);
  setTimeout(() => close(id), SECONDS * 1000);
  return id;
}

const waiting = new Set<() => void>();
addEventListener("pagehide", () => {
  for (const one of [...waiting]) one();
});

/**
 * Do what cannot be taken back only once the toast has gone, so that "Undo" is true until then. `act` must
 * use `keepalive`: it also runs when the page is closed. `undone` puts back what the page already took away.
 */
export function afterwards(text: string, act: () => Promise<unknown>, undone: () => void): void {
  const run = (): void => {
    clearTimeout(timer);
    if (waiting.delete(run)) {
      close(id);
      act().catch((failed: Error) => {
        undone();
        toast(failed.message);
      });
    }
  };
  const timer = setTimeout(run, SECONDS * 1000);
  waiting.add(run);
  const id = toast(text, () => {
    clearTimeout(timer);
    waiting.delete(run);
    undone();
  });
}

export function Toasts() {
  const all = useStore(shown);
  return (
    <div class="toasts" role="status" aria-live="polite">
      {all.map((one) => (
        <div class="toast" key={one.id}>
          <span>{one.text}</span>
          {one.undo && (
            <button
              type="button"
              onClick={() => {
                close(one.id);
                void Promise.resolve(one.undo?.()).then(
                  () => toast(t("gone")),
                  (failed: Error) => toast(failed.message),
                );
              }}
            >
              {t("undo")}
            </button>
          )}
          <button type="button" class="quiet" aria-label={t("dismiss")} onClick={() => close(one.id)}>
            ×
          </button>
        </div>
      ))}
    </div>
  );
}
