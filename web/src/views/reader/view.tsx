// The reader: a conversation or a document around one of its texts, with that text marked.
import { useEffect, useState } from "preact/hooks";
import { Failed, ask } from "../../api/client";
import type { Conversation, TurnRead } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Empty, Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { type Route, href } from "../../shell/route";
import { afterwards, toast } from "../../shell/toasts";
import "./reader.css";
import { Turn, isFolded } from "./turn";
import { t } from "./words";

const STEP = 40;
const keyOf = (id: string): string => id.split(":")[0] ?? id;

export default function Reader({ route }: { route: Route }) {
  const id = route.rest[0] ?? "";
  const found = useAsk(id ? () => ask("GET /ui/conversation/{id}", { path: { id } }) : null, [id]);
  if (!id)
    return (
      <Empty title={t("none")}>
        <p>{t("noneHint")}</p>
        <a class="button" href={href("search")}>
          {t("toSearch")}
        </a>
      </Empty>
    );
  if (found.error instanceof Failed && [404, 422].includes(found.error.status))
    return (
      <Empty title={t("gone")}>
        <p>{t("goneHint")}</p>
        <a class="button" href={href("search")}>
          {t("toSearch")}
        </a>
      </Empty>
    );
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data || keyOf(found.data.focus) !== keyOf(id)) return <Loading />;
  return <Read key={found.data.focus} first={found.data} />;
}

function Read({ first }: { first: Conversation }) {
  const [turns, setTurns] = useState(first.turns);
  const [start, setStart] = useState(first.first);
  const [isOpen, setOpen] = useState(false);
  const [hidden, setHidden] = useState<string[]>([]);
  const focus = keyOf(first.focus);
  const focused = turns.find((one) => keyOf(one.id) === focus);
  const [branches, setBranches] = useState<string[]>(focused?.branch ? ["", focused.branch] : [""]);
  const names = Object.keys(first.branches);
  const shown = turns.filter((one) => branches.includes(one.branch) && !hidden.includes(one.id));
  const last = start + turns.length;

  async function more(isEarlier: boolean): Promise<void> {
    const edge = isEarlier ? turns[0] : turns.at(-1);
    if (!edge) return;
    const query = isEarlier ? { before: STEP, after: 0 } : { before: 0, after: STEP };
    try {
      const told = await ask("GET /ui/conversation/{id}", { path: { id: edge.id }, query });
      const fresh = told.turns.filter((one) => one.id !== edge.id);
      if (isEarlier) setStart(told.first);
      setTurns(isEarlier ? [...fresh, ...turns] : [...turns, ...fresh]);
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  function forget(turn: TurnRead): void {
    setHidden((all) => [...all, turn.id]);
    afterwards(
      t("forgotten"),
      () => ask("DELETE /memories/{id}", { path: { id: turn.id }, keepalive: true }),
      () => setHidden((all) => all.filter((one) => one !== turn.id)),
    );
  }

  return (
    <article class="reader">
      <Head first={first} start={start} last={last} />
      <div class="acts bar">
        {turns.some(isFolded) && (
          <button type="button" onClick={() => setOpen(!isOpen)}>
            {isOpen ? t("fold") : t("unfold")}
          </button>
        )}
        {names.length > 1 && (
          <fieldset class="branches">
            <legend>{t("branch")}</legend>
            {names.map((name) => (
              <label key={name}>
                <input
                  type="checkbox"
                  checked={branches.includes(name)}
                  onChange={() =>
                    setBranches(branches.includes(name) ? branches.filter((one) => one !== name) : [...branches, name])
                  }
                />{" "}
                {name ? <Line text={name} /> : t("main")} ({first.branches[name]})
              </label>
            ))}
          </fieldset>
        )}
        <button type="button" onClick={() => toFocus(focus)}>
          {t("toPassage")}
        </button>
      </div>
      {start > 0 && (
        <button type="button" class="more" onClick={() => void more(true)}>
          {t("earlier")}
        </button>
      )}
      <ol class="turns plain">
        {shown.map((one) => (
          <Turn
            key={one.id}
            turn={one}
            isFocus={keyOf(one.id) === focus}
            isOpen={isOpen}
            forget={() => forget(one)}
          />
        ))}
      </ol>
      {last < first.total && (
        <button type="button" class="more" onClick={() => void more(false)}>
          {t("later")}
        </button>
      )}
    </article>
  );
}

function Head({ first, start, last }: { first: Conversation; start: number; last: number }) {
  const title = first.title || first.conversation || first.source;
  useEffect(() => {
    document.title = `${title} · Camillo`;
  }, [title]);
  return (
    <header>
      <h1>
        <Line text={title} />
      </h1>
      <p class="meta">
        <span class="tag">{first.sourceKind}</span>
        <span>
          {t("source")}: <Line text={first.source} />
        </span>
        <span>{t("place", { first: start + 1, last, total: first.total })}</span>
      </p>
      {!first.current && <p class="problem">{t("older")}</p>}
    </header>
  );
}

function toFocus(key: string): void {
  const turn = [...document.querySelectorAll<HTMLElement>("[data-turn]")].find((one) =>
    one.dataset.turn?.startsWith(key),
  );
  turn?.focus();
  (turn?.querySelector(".passage") ?? turn)?.scrollIntoView({ block: "center" });
}
