// The timeline: what was held to be true and what was said, along time, as of any day.
import { useMemo } from "preact/hooks";
import { ask } from "../../api/client";
import type { FactLine, Spread } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Failure, Loading } from "../../components/states";
import { useChanges } from "../../shell/live";
import { type Query, type Route, go, href } from "../../shell/route";
import { day } from "../../shell/words";
import { Facts } from "./facts";
import { Memories } from "./memories";
import { Names } from "./names";
import "./timeline.css";
import { t } from "./words";

const DAY = 86_400_000;
const iso = (at: number): string => new Date(at).toISOString().slice(0, 10);

export default function Timeline({ route }: { route: Route }) {
  const chosen = Object.fromEntries(
    ["entity", "wing", "asOf", "at"].map((name) => [name, route.query.get(name) ?? ""]),
  ) as { entity: string; wing: string; asOf: string; at: string };
  const { entity, wing, asOf } = chosen;
  const changes = useChanges();
  const wings = useAsk(() => ask("GET /wings"), [changes]);
  const spread = useAsk(() => ask("GET /ui/timeline", { query: { wingId: wing } }), [wing, changes]);
  const facts = useAsk(
    () => ask("GET /ui/timeline/facts", { query: { entity, wingId: wing, asOf } }),
    [entity, wing, asOf, changes],
  );
  const change = (changed: Query): void => go(href("timeline", [], { ...chosen, ...changed }), true);
  const first = useMemo(() => earliest(facts.data, spread.data), [facts.data, spread.data]);
  return (
    <div class="timeline">
      <h1>{t("title")}</h1>
      <div class="fields">
        <Names label={t("about")} value={entity} chosen={(name) => change({ entity: name })} />
        <label>
          {t("wing")}
          <select value={wing} onChange={(event) => change({ wing: event.currentTarget.value, at: "" })}>
            <option value="">{t("everywhere")}</option>
            {wings.data?.wings.map((one) => (
              <option key={one.id} value={one.id}>
                {one.id}
              </option>
            ))}
          </select>
        </label>
        <AsOf value={asOf} first={first} change={(value) => change({ asOf: value })} />
      </div>
      {facts.error ? (
        <Failure error={facts.error} again={facts.again} />
      ) : facts.data ? (
        <Facts line={facts.data} isWaiting={facts.isWaiting} entity={entity} again={facts.again} />
      ) : (
        <Loading />
      )}
      {spread.error ? (
        <Failure error={spread.error} again={spread.again} />
      ) : (
        spread.data && (
          <Memories
            key={`${wing} ${asOf} ${chosen.at} ${changes}`}
            spread={spread.data}
            wing={wing}
            asOf={asOf}
            at={chosen.at}
            choose={(at) => change({ at })}
          />
        )
      )}
    </div>
  );
}

/** The first day that anything is known of, as milliseconds. */
function earliest(facts: FactLine | undefined, spread: Spread | undefined): number {
  const today = Date.now();
  const days = [
    spread?.stretches[0]?.name,
    ...(facts?.facts.map((one) => one.validFrom ?? one.validTo ?? one.recordedAt) ?? []),
  ];
  const times = days.map((one) => Date.parse(one ?? "")).filter((one) => !Number.isNaN(one));
  return Math.min(today - 365 * DAY, ...times.map((one) => one - DAY));
}

function AsOf({ value, first, change }: { value: string; first: number; change: (day: string) => void }) {
  const low = Math.floor(first / DAY);
  const high = Math.floor(Date.now() / DAY);
  const at = value ? Math.floor(Date.parse(value) / DAY) : high;
  const moved = (to: number): void => change(to >= high ? "" : iso(to * DAY));
  return (
    <fieldset class="as-of">
      <legend>
        {t("asOf")} <output>{value ? day(value) : t("today")}</output>
      </legend>
      <input
        type="range"
        aria-label={t("slider")}
        aria-valuetext={value ? day(value) : t("today")}
        min={low}
        max={high}
        value={Number.isNaN(at) ? high : at}
        onInput={(event) => moved(Number(event.currentTarget.value))}
      />
      <input
        type="date"
        aria-label={t("asOf")}
        value={value}
        onChange={(event) => change(event.currentTarget.value)}
      />
      <button type="button" disabled={!value} onClick={() => change("")}>
        {t("today")}
      </button>
    </fieldset>
  );
}
