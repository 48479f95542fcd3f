// The graph: a thing and what is beside it, as a picture and as a list; expanded, filtered, and paths in it.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { Failed, ask } from "../../api/client";
import type { Path, Web } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Empty, Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { type Route, go, href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { Canvas } from "./canvas";
import { Find, kindOf } from "./find";
import "./graph.css";
import { List } from "./list";
import { type Gathered, KINDS, type Wanted, gathered, shown as inside } from "./model";
import { PathFinder } from "./path";
import { t } from "./words";

const BESIDE = 40;
const WHOLE = 5000;

export default function GraphView({ route }: { route: Route }) {
  const id = route.query.get("id") ?? "";
  const name = route.query.get("name") ?? "";
  const isWhole = route.query.get("all") === "1";
  const isStart = !id && !isWhole;
  useEffect(() => {
    if (id || !name) return;
    void ask("GET /ui/graph/names", { query: { q: name.slice(0, 100), limit: 1 } }).then(
      (told) => told.dots[0] && go(href("graph", [], { id: told.dots[0].id }), true),
      () => undefined,
    );
  }, [id, name]);
  const query = isWhole ? { limit: WHOLE } : isStart ? { limit: 24 } : { id, limit: BESIDE };
  const asked = JSON.stringify(query);
  const found = useAsk(async () => ({ asked, web: await ask("GET /ui/graph", { query }) }), [asked]);
  const isHere = found.data?.asked === asked;
  return (
    <div class="graph">
      <h1>{t("title")}</h1>
      <Find label={t("find")} chosen={(dot) => go(href("graph", [], { id: dot.id }))} />
      {found.error instanceof Failed && [404, 422].includes(found.error.status) ? (
        <Empty title={t("lost")}>
          <p>{t("lostHint")}</p>
          <a class="button" href={href("graph")}>
            {t("toStart")}
          </a>
        </Empty>
      ) : found.error ? (
        <Failure error={found.error} again={found.again} />
      ) : !found.data || !isHere ? (
        <Loading />
      ) : isStart ? (
        <Start web={found.data.web} />
      ) : (
        <Explorer key={asked} first={found.data.web} />
      )}
    </div>
  );
}

function Start({ web }: { web: Web }) {
  if (!web.dots.length)
    return (
      <Empty title={t("empty")}>
        <p>{t("emptyHint")}</p>
      </Empty>
    );
  return (
    <section>
      <h2>{t("start")}</h2>
      <p>{t("startHint")}</p>
      <ul class="plain dots starts">
        {web.dots.map((dot) => (
          <li key={dot.id}>
            <a class="button" data-item href={href("graph", [], { id: dot.id })}>
              <i class={`dot-${dot.kind}`} aria-hidden="true" />
              <Line text={dot.label} /> <span class="tag">{kindOf(dot)}</span>
            </a>
          </li>
        ))}
      </ul>
      <a class="button" href={href("graph", [], { all: "1" })}>
        {t("whole")}
      </a>
    </section>
  );
}

function Explorer({ first }: { first: Web }) {
  const [all, setAll] = useState<Gathered>(() => gathered(null, first));
  const [more, setMore] = useState(first.more);
  const [chosen, setChosen] = useState(first.centre);
  const [lit, setLit] = useState<Set<string>>(new Set());
  const [wanted, setWanted] = useState<Wanted>({ kinds: KINDS, since: "", until: "" });
  const limits = useRef(new Map<string, number>());
  const shown = useMemo(() => inside(all, wanted), [all, wanted]);
  const dot = all.dots.get(chosen);

  async function expand(id: string): Promise<void> {
    const limit = (limits.current.get(id) ?? (id === first.centre ? BESIDE : 0)) + BESIDE;
    limits.current.set(id, limit);
    try {
      const web = await ask("GET /ui/graph", { query: { id, limit } });
      setAll((before) => gathered(before, web));
      if (id === first.centre) setMore(web.more);
      setChosen(id);
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  function walked(path: Path): void {
    const dots = path.steps.map((one) => one.dot);
    const ties = path.steps.slice(1).map((one, at) => ({
      a: dots[at]?.id ?? "",
      b: one.dot.id,
      kind: one.by,
      weight: 1,
      says: one.by === "fact" ? one.says : "",
      fact: "",
      since: null,
      until: null,
    }));
    const isNew = (a: string, b: string): boolean =>
      ![...all.ties.values()].some((one) => (one.a === a && one.b === b) || (one.a === b && one.b === a));
    setAll((before) => gathered(before, { dots, ties: ties.filter((one) => isNew(one.a, one.b)) }));
    setLit(new Set(dots.map((one) => one.id)));
  }

  return (
    <>
      <Filter all={all} wanted={wanted} change={setWanted} />
      <p class="meta" role="status">
        {t("shown", { n: shown.dots.length, ties: shown.ties.length })}
        {more > 0 && ` · ${t("more", { n: more })}`}
      </p>
      <div class="halves">
        <Canvas shown={shown} chosen={chosen} lit={lit} choose={setChosen} expand={(id) => void expand(id)} />
        <div class="words">
          <List shown={shown} chosen={dot} choose={setChosen} expand={(id) => void expand(id)} />
          {dot && <PathFinder key={dot.id} from={dot} found={walked} />}
        </div>
      </div>
    </>
  );
}

function Filter({ all, wanted, change }: { all: Gathered; wanted: Wanted; change: (to: Wanted) => void }) {
  const present = KINDS.filter((kind) => [...all.dots.values()].some((one) => one.kind === kind));
  return (
    <div class="fields">
      <fieldset class="kinds">
        <legend>{t("kinds")}</legend>
        {present.map((kind) => (
          <label key={kind}>
            <input
              type="checkbox"
              name={kind}
              checked={wanted.kinds.includes(kind)}
              onChange={(event) =>
                change({
                  ...wanted,
                  kinds: event.currentTarget.checked
                    ? [...wanted.kinds, kind]
                    : wanted.kinds.filter((one) => one !== kind),
                })
              }
            />{" "}
            <i class={`dot-${kind}`} aria-hidden="true" /> {t(kind)}
          </label>
        ))}
      </fieldset>
      {(["since", "until"] as const).map((name) => (
        <label key={name}>
          {t(name)}
          <input
            type="date"
            value={wanted[name]}
            onChange={(event) => change({ ...wanted, [name]: event.currentTarget.value })}
          />
        </label>
      ))}
    </div>
  );
}
