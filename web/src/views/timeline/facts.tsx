// Facts in the order in which they began: what held on the day, what did not any more and what took its place.
import { useState } from "preact/hooks";
import type { FactLine, PlacedFact } from "../../api/schema";
import { Empty } from "../../components/states";
import { Line } from "../../components/text";
import { href } from "../../shell/route";
import { day } from "../../shell/words";
import { Correct } from "./correct";
import { t } from "./words";

interface Shown {
  line: FactLine;
  isWaiting: boolean;
  entity: string;
  again: () => void;
}

export function Facts({ line, isWaiting, entity, again }: Shown) {
  return (
    <section aria-busy={isWaiting} aria-labelledby="facts-title">
      <h2 id="facts-title">{entity ? <>{t("factsOf")} <Line text={entity} /></> : t("facts")}</h2>
      {line.total > line.facts.length && <p>{t("shownOf", { n: line.facts.length, total: line.total })}</p>}
      {line.facts.length ? (
        <ol class="facts plain">
          {line.facts.map((one) => (
            <One key={one.id} fact={one} again={again} />
          ))}
        </ol>
      ) : (
        <Empty title={t("noFacts")}>
          <p>{t("noFactsHint")}</p>
        </Empty>
      )}
    </section>
  );
}

export const wordsOf = (fact: { subject: string; predicate: string; object: string }): string =>
  `${fact.subject} ${fact.predicate} ${fact.object}`;

export function when(fact: { validFrom: string | null; validTo: string | null }): string {
  const { validFrom: from, validTo: to } = fact;
  if (from && to) return t("between", { from: day(from), to: day(to) });
  if (from) return t("since", { day: day(from) });
  return to ? t("until", { day: day(to) }) : t("unknownTime");
}

function One({ fact, again }: { fact: PlacedFact; again: () => void }) {
  const [isOpen, setOpen] = useState(false);
  const told = <Line text={wordsOf(fact)} />;
  return (
    <li class="fact" data-item data-fact={fact.id} data-held={fact.held} tabIndex={0}>
      <p class="meta">
        <span>{when(fact)}</span>
        {fact.retractedAt && <span class="tag">{t("retracted", { day: day(fact.retractedAt) })}</span>}
        {fact.contested && <span class="tag">{t("contested")}</span>}
        <span class="tag">{fact.asserted ? t("byHand", { by: fact.by }) : t("read")}</span>
      </p>
      <p class="told">
        {fact.held ? told : <s title={t("notHeld")}>{told}</s>}
        {!fact.held && <span class="visually-hidden"> ({t("notHeld")})</span>}
      </p>
      {fact.replacedBy && (
        <p class="replaced">
          {t("replaced")} <strong><Line text={fact.replacedBy} /></strong>
        </p>
      )}
      <div class="acts">
        {fact.cite && (
          <a class="button" href={href("read", [fact.cite])}>
            {t("source")}
          </a>
        )}
        <a class="button" href={href("graph", [], { name: fact.subject })}>
          {t("inGraph")}
        </a>
        {!fact.retractedAt && (
          <button type="button" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t("correct")}
          </button>
        )}
      </div>
      {isOpen && (
        <Correct
          fact={fact}
          done={() => {
            setOpen(false);
            again();
          }}
          again={again}
          cancel={() => setOpen(false)}
        />
      )}
    </li>
  );
}
