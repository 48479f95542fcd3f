// Search: answers while one types, grouped by conversation.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Talk, Talks } from "../../api/schema";
import { usePlan } from "../../api/plan";
import { useAsk } from "../../api/use";
import { PassageCard } from "../../components/card";
import { Fold } from "../../components/fold";
import { Empty, Failure } from "../../components/states";
import { Line, markedBy } from "../../components/text";
import { type Route, go, href } from "../../shell/route";
import { Chips, type Chosen, FILTERS, Filters } from "./filters";
import { flag, t } from "./words";

export default function Search({ route }: { route: Route }) {
  const asked = route.query.get("q") ?? "";
  const chosen = useMemo(() => chosenIn(route.query), [route.query.toString()]);
  const plan = usePlan();
  const isAsking = asked.trim() !== "";
  // While one types the first answer is enough; once one rests, the whole answer takes its place.
  const wanted = `${asked} ${JSON.stringify(chosen)}`;
  const quick = useSettled(wanted) !== wanted;
  const found = useAsk(
    isAsking
      ? async () => ({
          question: asked,
          quick,
          told: await ask("GET /ui/search", { query: { q: asked, ...sent(chosen), limit: 12, quick } }),
        })
      : null,
    [wanted, quick],
  );
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const change = (changed: Chosen): void => go(href("search", [], { q: asked, ...chosen, ...changed }), true);
  return (
    <div class="search">
      <h1 class="visually-hidden">{t("title")}</h1>
      <form role="search" onSubmit={(event) => event.preventDefault()}>
        <input
          ref={field}
          type="search"
          name="q"
          aria-label={t("ask")}
          placeholder={t("ask")}
          autocomplete="off"
          spellcheck={false}
          maxLength={500}
          dir="auto"
          value={asked}
          onInput={(event) => go(href("search", [], { q: event.currentTarget.value, ...chosen }), true)}
          onKeyDown={(event) => {
            if (event.key === "Enter" || event.key === "ArrowDown") {
              event.preventDefault();
              document.querySelector<HTMLElement>("main [data-item]")?.focus();
            }
          }}
        />
        <Filters chosen={chosen} change={change} plan={plan.data} />
        <Chips chosen={chosen} change={change} />
      </form>
      {plan.data && plan.data.memories === 0 ? (
        <Empty title={t("emptyPalace")}>
          <p>{t("emptyHint")}</p>
          <pre>
            <code>camillo mine FOLDER{"\n"}camillo install claude-code</code>
          </pre>
        </Empty>
      ) : !isAsking ? (
        <Empty title={t("title")}>
          <p>{t("hint")}</p>
          <p>{t("keys")}</p>
        </Empty>
      ) : found.error ? (
        <Failure error={found.error} again={found.again} />
      ) : (
        <Answer
          found={found.data?.told}
          isWaiting={found.isWaiting || found.data?.quick === true}
          question={found.data?.question ?? asked}
          isFiltered={FILTERS.some((name) => chosen[name])}
        />
      )}
    </div>
  );
}

/** The value as it was when it last stayed the same for a while; what is there at first has settled. */
function useSettled(value: string, calm = 350): string {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), calm);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}

function chosenIn(query: URLSearchParams): Chosen {
  return Object.fromEntries(FILTERS.map((name) => [name, query.get(name) ?? ""]).filter(([, value]) => value));
}

function sent(chosen: Chosen) {
  const { wing, room, ...rest } = chosen;
  return { wingId: wing, roomId: room, ...rest };
}

function Answer({
  found,
  isWaiting,
  question,
  isFiltered,
}: {
  found: Talks | undefined;
  isWaiting: boolean;
  question: string;
  isFiltered: boolean;
}) {
  if (!found) return <p class="loading">{t("asking")}…</p>;
  const terms = found.understood.terms;
  const mark = markedBy(Array.isArray(terms) ? terms.map(String) : []);
  if (!found.talks.length && !isWaiting)
    return (
      <Empty title={t("nothing")}>
        <p>{t("nothingHint")}</p>
        {isFiltered && (
          <a class="button" href={href("search", [], { q: question })}>
            {t("fewer")}
          </a>
        )}
      </Empty>
    );
  return (
    <section aria-busy={isWaiting} class="answer" data-question={question}>
      <p class="summary" role="status">
        {t("found", { n: found.talks.length, of: found.searched, ms: Math.round(found.milliseconds) })}
        {!isWaiting && found.flags.map((one) => (
          <span class="tag" key={one}>
            {flag(one as "limit")}
          </span>
        ))}
      </p>
      <ol class="talks">
        {found.talks.map((talk) => (
          <Conversation key={talk.best.id} talk={talk} mark={mark} />
        ))}
      </ol>
    </section>
  );
}

function Conversation({ talk, mark }: { talk: Talk; mark: RegExp | null }) {
  const { best, passages } = talk;
  const title = best.title || best.conversation || best.source;
  return (
    <li
      class="talk"
      data-item
      tabIndex={0}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) go(href("read", [best.id]));
      }}
    >
      <h2>
        <a href={href("read", [best.id])}>
          <Line text={title || t("untitled")} />
        </a>{" "}
        <span class="tag">{best.sourceKind}</span>
      </h2>
      <PassageCard hit={best} mark={mark} />
      {passages.length > 0 && (
        <Fold class="further" summary={t("more", { n: passages.length })}>
          {() => passages.map((one) => <PassageCard key={one.id} hit={one} mark={mark} />)}
        </Fold>
      )}
    </li>
  );
}
