// Remembered text, always inert: it becomes text nodes and nothing else, stands apart from the text around it in
// its own direction, and what would change the order of letters unseen is shown by its name.
import { useState } from "preact/hooks";
import { words } from "../shell/words";

const t = words({ more: "Show all ({n} more characters)", less: "Show less" }, { more: "显示全部（还有 {n} 个字符）", less: "收起" });

// Marks that reorder or hide text, and control characters other than tab and line feed.
const UNSEEN = /([\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff])/;
const AT_ONCE = 4000;

function named(char: string): string {
  return `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, "0")}`;
}

/** A piece of remembered text amid elements of one's own. */
export function Inert({ text }: { text: string }) {
  return <Parts text={text} />;
}

function Parts({ text }: { text: string }) {
  const parts = text.replaceAll("\r\n", "\n").split(UNSEEN);
  if (parts.length === 1) return <>{parts[0]}</>;
  return (
    <>
      {parts.map((part, at) =>
        at % 2 ? (
          <span class="unseen" key={at} title={named(part)}>
            {named(part)}
          </span>
        ) : (
          part
        ),
      )}
    </>
  );
}

/** A pattern for the words of a question, to be marked in a text; null where there are none. */
export function markedBy(terms: string[]): RegExp | null {
  const escaped = terms
    .filter((term) => term.length > 1 || /[^\u0000-\u024f]/.test(term))
    .sort((a, b) => b.length - a.length)
    .map((term) => term.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  return escaped.length ? new RegExp(`(${escaped.join("|")})`, "giu") : null;
}

/** A line of remembered text: a name, a title. */
export function Line({ text }: { text: string }) {
  return (
    <bdi class="line">
      <Parts text={text.replace(/\s+/g, " ")} />
    </bdi>
  );
}

/** A remembered text with its line breaks; a long one is opened in full when asked for. */
export function Said({ text, mark, atOnce = AT_ONCE }: { text: string; mark?: RegExp | null; atOnce?: number }) {
  const [isWhole, setWhole] = useState(false);
  const rest = text.length - atOnce;
  const shown = isWhole || rest <= 0 ? text : text.slice(0, atOnce);
  return (
    <>
      <div class="said" dir="auto">
        {mark ? (
          shown.split(mark).map((part, at) =>
            at % 2 ? (
              <mark key={at}>
                <Parts text={part} />
              </mark>
            ) : (
              <Parts key={at} text={part} />
            ),
          )
        ) : (
          <Parts text={shown} />
        )}
        {!isWhole && rest > 0 && "…"}
      </div>
      {rest > 0 && (
        <button type="button" class="link" onClick={() => setWhole(!isWhole)}>
          {isWhole ? t("less") : t("more", { n: rest })}
        </button>
      )}
    </>
  );
}

/** A text with a passage in it that stands out, and that is scrolled to when it is first shown. */
export function Passage({ before, text, after }: { before: string; text: string; after: string }) {
  return (
    <div class="said" dir="auto">
      <Parts text={before} />
      <mark class="passage" ref={reveal}>
        <Parts text={text} />
      </mark>
      <Parts text={after} />
    </div>
  );
}

function reveal(element: HTMLElement | null): void {
  if (element && !element.dataset.seen) {
    element.dataset.seen = "yes";
    requestAnimationFrame(() => element.scrollIntoView({ block: "center" }));
  }
}
