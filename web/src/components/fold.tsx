// Something folded, which is made only once it is opened: an answer with many passages is drawn at once.
import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";

export function Fold({
  summary,
  children,
  class: kind,
}: {
  summary: ComponentChildren;
  children: () => ComponentChildren;
  class?: string;
}) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details
      class={kind}
      onToggle={(event) => {
        if (event.currentTarget.open) setOpened(true);
      }}
    >
      <summary>{summary}</summary>
      {wasOpened && children()}
    </details>
  );
}
