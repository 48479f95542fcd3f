// A field for a name, with what the palace knows by such names.
import { useEffect, useId, useState } from "preact/hooks";
import { ask } from "../../api/client";
import { useAsk } from "../../api/use";

export function Names({ label, value, chosen }: { label: string; value: string; chosen: (name: string) => void }) {
  const [text, setText] = useState(value);
  const list = useId();
  useEffect(() => setText(value), [value]);
  const typed = text.trim();
  const found = useAsk(typed ? () => ask("GET /ui/graph/names", { query: { q: typed } }) : null, [typed]);
  const names = found.data?.dots.filter((one) => one.kind === "entity").map((one) => one.label) ?? [];
  return (
    <label>
      {label}
      <input
        type="search"
        list={list}
        autocomplete="off"
        spellcheck={false}
        dir="auto"
        maxLength={100}
        value={text}
        onInput={(event) => {
          const told = event.currentTarget.value;
          setText(told);
          if (!told.trim() || names.includes(told)) chosen(told.trim());
        }}
        onChange={() => chosen(typed)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </label>
  );
}
