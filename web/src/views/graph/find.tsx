// A field for a thing of the graph, with what the palace knows by such names.
import { useId, useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Dot } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Line } from "../../components/text";
import { t } from "./words";

export const kindOf = (dot: Dot): string => t(`${dot.kind}One`);

export function Find({ label, chosen }: { label: string; chosen: (dot: Dot) => void }) {
  const [text, setText] = useState("");
  const [at, setAt] = useState(0);
  const id = useId();
  const typed = text.trim();
  const found = useAsk(typed ? () => ask("GET /ui/graph/names", { query: { q: typed } }) : null, [typed]);
  const dots = typed ? (found.data?.dots ?? []) : [];
  const pick = (dot: Dot | undefined): void => {
    if (!dot) return;
    setText("");
    chosen(dot);
  };
  return (
    <div class="find">
      <label for={`${id}-field`}>{label}</label>
      <input
        id={`${id}-field`}
        type="search"
        role="combobox"
        list={undefined}
        aria-expanded={dots.length > 0}
        aria-controls={`${id}-list`}
        aria-activedescendant={dots.length ? `${id}-${at}` : undefined}
        aria-autocomplete="list"
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        maxLength={100}
        value={text}
        onInput={(event) => {
          setText(event.currentTarget.value);
          setAt(0);
        }}
        onKeyDown={(event) => {
          if (event.key === "ArrowDown" || event.key === "ArrowUp") {
            event.preventDefault();
            setAt(Math.max(0, Math.min(dots.length - 1, at + (event.key === "ArrowDown" ? 1 : -1))));
          } else if (event.key === "Enter") {
            event.preventDefault();
            pick(dots[at]);
          }
        }}
      />
      <ul id={`${id}-list`} role="listbox" aria-label={label} class="plain" hidden={!dots.length}>
        {dots.map((dot, place) => (
          <li
            key={dot.id}
            id={`${id}-${place}`}
            role="option"
            aria-selected={place === at}
            onMouseDown={(event) => {
              event.preventDefault();
              pick(dot);
            }}
          >
            <Line text={dot.label} /> <span class="tag">{kindOf(dot)}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
