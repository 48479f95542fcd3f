// The field that a note is written in: `[[` and a few letters offer the notes that can be meant.
import { useRef, useState } from "preact/hooks";
import { ask } from "../../api/client";
import { useAsk } from "../../api/use";
import { Line } from "../../components/text";
import { t } from "./words";

const OPEN = /\[\[([^[\]\n|]{1,80})$/;

export function Writing({ text, change }: { text: string; change: (text: string) => void }) {
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  const found = useAsk(
    typed.trim() ? () => ask("GET /ui/graph/names", { query: { q: typed.trim(), limit: 24 } }) : null,
    [typed],
  );
  const notes = typed.trim() ? (found.data?.dots ?? []).filter((one) => one.kind !== "entity").slice(0, 8) : [];

  function look(): void {
    const place = field.current;
    const before = place ? place.value.slice(Math.max(0, place.selectionStart - 82), place.selectionStart) : "";
    setTyped(OPEN.exec(before)?.[1] ?? "");
    setAt(0);
  }

  function take(index: number): void {
    const place = field.current;
    const note = notes[index];
    if (!place || !note) return;
    const caret = place.selectionStart;
    const start = caret - typed.length;
    const shown = note.label.toLowerCase() === note.ref ? note.ref : `${note.ref}|${note.label}`;
    const closes = place.value.startsWith("]]", caret) ? "" : "]]";
    const made = text.slice(0, start) + shown + closes + text.slice(caret);
    change(made);
    setTyped("");
    const to = start + shown.length + 2;
    requestAnimationFrame(() => {
      place.focus();
      place.setSelectionRange(to, to);
    });
  }

  function pressed(event: KeyboardEvent): void {
    if (!notes.length || event.isComposing) return;
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      setAt((at + (event.key === "ArrowDown" ? 1 : notes.length - 1)) % notes.length);
    } else if (event.key === "Enter" || event.key === "Tab") {
      event.preventDefault();
      take(at);
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      setTyped("");
    }
  }

  return (
    <section class="writing">
      <label for="note-text">
        <h2>{t("text")}</h2>
      </label>
      <textarea
        id="note-text"
        ref={field}
        dir="auto"
        spellcheck
        aria-describedby="note-hint"
        aria-autocomplete="list"
        aria-controls="note-links"
        aria-activedescendant={notes.length ? `note-link-${at}` : undefined}
        value={text}
        onInput={(event) => {
          change(event.currentTarget.value);
          look();
        }}
        onClick={look}
        onKeyDown={pressed}
        onBlur={() => setTimeout(() => setTyped(""), 200)}
      />
      <p id="note-hint" class="meta">
        {t("textHint")}
      </p>
      <ul id="note-links" role="listbox" aria-label={t("completions")} class="plain" hidden={!notes.length}>
        {notes.map((note, index) => (
          <li
            key={note.id}
            id={`note-link-${index}`}
            role="option"
            aria-selected={index === at}
            onMouseDown={(event) => {
              event.preventDefault();
              take(index);
            }}
          >
            <Line text={note.label} /> <span class="tag">{note.ref}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}
