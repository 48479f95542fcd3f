// The same as the picture, in words: all things, or one with what is beside it. By keyboard and for screen readers.
import type { Dot, Tie } from "../../api/schema";
import { When } from "../../components/badges";
import { Line } from "../../components/text";
import { href } from "../../shell/route";
import { kindOf } from "./find";
import type { Shown } from "./model";
import { t, tieWords } from "./words";

const MOST = 200;

/** Where a thing is read. */
export function place(dot: Dot): string {
  if (dot.kind === "memory") return href("read", [dot.ref]);
  return dot.kind === "entity" ? href("timeline", [], { entity: dot.label }) : href("notes", [dot.ref]);
}

interface Given {
  shown: Shown;
  chosen: Dot | undefined;
  choose: (id: string) => void;
  expand: (id: string) => void;
}

export function List({ shown, chosen, choose, expand }: Given) {
  if (chosen) return <Beside shown={shown} dot={chosen} choose={choose} expand={expand} />;
  const order = [...shown.dots].sort(
    (a, b) => (shown.beside.get(b.id)?.length ?? 0) - (shown.beside.get(a.id)?.length ?? 0),
  );
  return (
    <section aria-labelledby="list-title">
      <h2 id="list-title">{t("list")}</h2>
      {order.length > MOST && <p class="meta">{t("first", { n: MOST })}</p>}
      <ul class="plain dots">
        {order.slice(0, MOST).map((dot) => (
          <li key={dot.id}>
            <button type="button" data-item data-dot={dot.id} onClick={() => choose(dot.id)}>
              <i class={`dot-${dot.kind}`} aria-hidden="true" />
              <Line text={dot.label} /> <span class="tag">{kindOf(dot)}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Beside({ shown, dot, choose, expand }: Omit<Given, "chosen"> & { dot: Dot }) {
  const ties = shown.beside.get(dot.id) ?? [];
  const byId = new Map(shown.dots.map((one) => [one.id, one]));
  return (
    <section aria-labelledby="chosen-title" data-chosen={dot.id}>
      <h2 id="chosen-title">
        <Line text={dot.label} />
      </h2>
      <p class="meta">
        <span class="tag">{kindOf(dot)}</span>
        <When at={dot.at} />
      </p>
      <div class="acts">
        <button type="button" onClick={() => expand(dot.id)} aria-label={t("expandOf", { name: dot.label })}>
          {t("expand")}
        </button>
        <a class="button" href={place(dot)} aria-label={t("openOf", { name: dot.label })}>
          {t("open")}
        </a>
        <a class="button" href={href("graph", [], { id: dot.id })}>
          {t("centre")}
        </a>
        <button type="button" onClick={() => choose("")}>
          {t("back")}
        </button>
      </div>
      <h3>{t("beside")}</h3>
      {ties.length ? (
        <ul class="plain dots">
          {ties.slice(0, MOST).map((tie, at) => (
            <One key={at} tie={tie} dot={dot} other={byId.get(tie.a === dot.id ? tie.b : tie.a)} choose={choose} />
          ))}
        </ul>
      ) : (
        <p>{t("nothingBeside")}</p>
      )}
    </section>
  );
}

function One({ tie, dot, other, choose }: { tie: Tie; dot: Dot; other: Dot | undefined; choose: (id: string) => void }) {
  if (!other) return null;
  const [sign, word] = tie.a === dot.id ? ["→", tieWords(tie.kind, tie.says)] : ["←", tieWords(tie.kind, tie.says)];
  return (
    <li>
      <button type="button" data-item data-dot={other.id} onClick={() => choose(other.id)}>
        <span class="soft">
          {sign} <Line text={word} />
        </span>
        <i class={`dot-${other.kind}`} aria-hidden="true" />
        <Line text={other.label} />
        {(tie.since || tie.until) && (
          <span class="soft">
            <When at={tie.since} />
            {tie.until && " – "}
            <When at={tie.until} />
          </span>
        )}
      </button>
    </li>
  );
}
