// The palace: a floor plan, the room one stands in, and all wings with what came last.
import { useMemo } from "preact/hooks";
import { ask } from "../../api/client";
import type { Plan } from "../../api/schema";
import { usePlan } from "../../api/plan";
import { useAsk } from "../../api/use";
import { Hall } from "../../components/badges";
import { Empty, Failure, Loading } from "../../components/states";
import { useChanges } from "../../shell/live";
import { type Route, href } from "../../shell/route";
import { waysOf, spotKey } from "./doors";
import { RoomPanel, Wings } from "./panel";
import { FloorPlan } from "./plan";
import "./palace.css";
import { t } from "./words";

export default function Palace({ route }: { route: Route }) {
  const changes = useChanges();
  const plan = usePlan();
  const doors = useAsk(() => ask("GET /ui/doors", { query: { limit: 500 } }), [changes]);
  const ways = useMemo(() => waysOf(doors.data?.doors ?? []), [doors.data]);
  const [wing, room] = route.rest;
  if (plan.error && !plan.data) return <Failure error={plan.error} again={plan.again} />;
  if (!plan.data) return <Loading />;
  if (!plan.data.wings.length)
    return (
      <Empty title={t("empty")}>
        <p>{t("emptyHint")}</p>
        <pre>
          <code>camillo mine FOLDER</code>
        </pre>
      </Empty>
    );
  const inWing = plan.data.wings.find((one) => one.id === wing);
  const inRoom = inWing?.rooms.find((one) => one.id === room);
  const isLost = (wing !== undefined && !inWing) || (room !== undefined && !inRoom);
  return (
    <div class="palace">
      <h1>{t("title")}</h1>
      <Figures plan={plan.data} />
      <div class="level">
        <section aria-labelledby="plan-title">
          <h2 id="plan-title">{t("plan")}</h2>
          <ul class="plain legend" aria-label={t("halls")}>
            {plan.data.halls.map((hall) => (
              <li key={hall}>
                <Hall hall={hall} />
              </li>
            ))}
          </ul>
          <FloorPlan plan={plan.data} ways={ways} chosen={{ wing, room }} />
          <p class="soft">{t("planHelp")}</p>
        </section>
        <aside>
          {isLost ? (
            <Empty title={t("lost")}>
              <p>{t("lostHint")}</p>
            </Empty>
          ) : inWing && inRoom ? (
            <RoomPanel
              wing={inWing}
              room={inRoom}
              ways={ways.get(spotKey({ wingId: inWing.id, roomId: inRoom.id })) ?? []}
              changes={changes}
            />
          ) : inWing ? (
            <section class="panel">
              <Wings plan={plan.data} changes={changes} only={inWing.id} />
            </section>
          ) : (
            <p class="soft panel">{t("pick")}</p>
          )}
          {wing !== undefined && (
            <p>
              <a href={href("palace")}>{t("back")}</a>
            </p>
          )}
          {doors.error && <Failure error={doors.error} again={doors.again} />}
        </aside>
      </div>
      {wing === undefined && <Wings plan={plan.data} changes={changes} />}
    </div>
  );
}

function Figures({ plan }: { plan: Plan }) {
  const rooms = plan.wings.reduce((sum, one) => sum + one.rooms.length, 0);
  const told = [
    ["memories", plan.memories],
    ["wings", plan.wings.length],
    ["rooms", rooms],
    ["drawers", plan.drawers],
    ["documents", plan.documents],
    ["sources", plan.sources],
  ] as const;
  return (
    <ul class="plain figures">
      {told.map(([name, n]) => (
        <li key={name} data-figure={name} data-value={n}>
          {t(name, { n })}
        </li>
      ))}
    </ul>
  );
}
