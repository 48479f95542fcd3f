// Review: what reflection and tending propose, what contradicts, what is there twice, and what was decided.
import { useRef } from "preact/hooks";
import { type Route, go, href } from "../../shell/route";
import { Contradictions } from "./contradictions";
import { Decided } from "./decided";
import { Duplicates } from "./duplicates";
import { Links } from "./links";
import { Proposals } from "./proposals";
import "./review.css";
import { t } from "./words";

const PARTS = { proposals: Proposals, contradictions: Contradictions, duplicates: Duplicates, links: Links, decided: Decided };
type Name = keyof typeof PARTS;
const NAMES = Object.keys(PARTS) as Name[];

export default function Review({ route }: { route: Route }) {
  const name = NAMES.find((one) => one === route.rest[0]) ?? "proposals";
  const tabs = useRef<HTMLDivElement>(null);
  const Part = PARTS[name];

  function walk(by: number): void {
    const next = NAMES[(NAMES.indexOf(name) + by + NAMES.length) % NAMES.length] ?? name;
    go(href("review", [next]), true);
    tabs.current?.querySelector<HTMLElement>(`#review-${next}`)?.focus();
  }

  return (
    <div class="review">
      <h1>{t("title")}</h1>
      <div role="tablist" aria-label={t("tabs")} class="tabs" ref={tabs}>
        {NAMES.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`review-${one}`}
            aria-selected={one === name}
            aria-controls="review-panel"
            tabIndex={one === name ? 0 : -1}
            onClick={() => go(href("review", [one]))}
            onKeyDown={(event) => {
              if (event.key === "ArrowRight") walk(1);
              if (event.key === "ArrowLeft") walk(-1);
            }}
          >
            {t(one)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="review-panel" aria-labelledby={`review-${name}`}>
        <Part key={name} />
      </div>
    </div>
  );
}
