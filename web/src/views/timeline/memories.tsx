// Memories along time: how many each stretch has, and those of the chosen one.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Dated, Spread, Stretch } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When, Where } from "../../components/badges";
import { Empty, Failure, Loading } from "../../components/states";
import { Line, Said } from "../../components/text";
import { href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { day } from "../../shell/words";
import { t } from "./words";

interface Given {
  spread: Spread;
  wing: string;
  asOf: string;
  at: string;
  choose: (at: string) => void;
}

export function Memories({ spread, wing, asOf, at, choose }: Given) {
  const stretches = spread.stretches.filter((one) => !asOf || one.name <= asOf);
  const query = { wingId: wing, since: at ? start(at) : "", until: earlier(at ? end(at) : "", asOf) };
  const found = useAsk(() => ask("GET /ui/timeline/memories", { query }), []);
  const [older, setOlder] = useState<{ memories: Dated[]; next: string | null }>();
  const shown = [...(found.data?.memories ?? []), ...(older?.memories ?? [])];
  const next = older ? older.next : found.data?.next;

  async function more(cursor: string): Promise<void> {
    try {
      const told = await ask("GET /ui/timeline/memories", { query: { ...query, cursor } });
      setOlder({ memories: [...(older?.memories ?? []), ...told.memories], next: told.next ?? null });
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  return (
    <section aria-labelledby="memories-title">
      <h2 id="memories-title">{t("memories")}</h2>
      {stretches.length > 0 && <Bars stretches={stretches} at={at} choose={choose} />}
      {spread.undated > 0 && <p class="meta">{t("undated", { n: spread.undated })}</p>}
      {found.error ? (
        <Failure error={found.error} again={found.again} />
      ) : !found.data ? (
        <Loading />
      ) : shown.length ? (
        <ol class="memories plain">
          {shown.map((one) => (
            <li key={one.id} data-item tabIndex={0}>
              <p class="meta">
                <When at={one.at} />
                {one.speaker && (
                  <strong>
                    <Line text={one.speaker} />
                  </strong>
                )}
                {one.title && <Line text={one.title} />}
                <Where wing={one.wingId} room={one.roomId} hall={one.hall} />
              </p>
              <Said text={one.cut ? `${one.text}…` : one.text} />
              <p class="acts">
                <a class="button" href={href("read", [one.id])}>
                  {t("open")}
                </a>
              </p>
            </li>
          ))}
        </ol>
      ) : (
        <Empty title={t("noMemories")}>
          <p>{t("noMemoriesHint")}</p>
        </Empty>
      )}
      {next && (
        <button type="button" onClick={() => void more(next)}>
          {t("more")}
        </button>
      )}
    </section>
  );
}

function Bars({ stretches, at, choose }: { stretches: Stretch[]; at: string; choose: (at: string) => void }) {
  const most = Math.max(...stretches.map((one) => one.memories));
  return (
    <div class="bars" role="group" aria-label={t("bars")}>
      {stretches.map((one) => (
        <button
          type="button"
          key={one.name}
          aria-pressed={one.name === at}
          aria-label={t("bar", { name: one.name, n: one.memories })}
          title={t("bar", { name: day(one.name), n: one.memories })}
          onClick={() => choose(one.name === at ? "" : one.name)}
        >
          <meter aria-hidden="true" min={0} max={most} value={one.memories} />
          <span aria-hidden="true">{one.name}</span>
        </button>
      ))}
      {at && (
        <button type="button" onClick={() => choose("")}>
          {t("all")}
        </button>
      )}
    </div>
  );
}

const start = (name: string): string => `${name}-01-01`.slice(0, 10);

/** The last day of a day, a month or a year. */
function end(name: string): string {
  const [year = 0, month, date] = name.split("-").map(Number);
  if (date) return name;
  const last = new Date(Date.UTC(year, month ?? 12, 0));
  return last.toISOString().slice(0, 10);
}

function earlier(a: string, b: string): string {
  return !a || !b ? a || b : a < b ? a : b;
}
