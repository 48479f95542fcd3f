// One room or wing: its figures, where its doors lead, and what came last.
import { useEffect, useRef, useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Plan, RoomOnPlan, WingOnPlan } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Hall, When } from "../../components/badges";
import { Failure } from "../../components/states";
import { Line } from "../../components/text";
import { href } from "../../shell/route";
import { day, number } from "../../shell/words";
import type { Way } from "./doors";
import { t } from "./words";

/** The newest memories of a place, asked for once the place is in sight. */
export function Newest({ wing, room, changes }: { wing: string; room?: string; changes: number }) {
  const [isSeen, setSeen] = useState(false);
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (!frame.current) return;
    const watch = new IntersectionObserver((seen) => {
      if (seen.some((one) => one.isIntersecting)) setSeen(true);
    });
    watch.observe(frame.current);
    return () => watch.disconnect();
  }, []);
  const found = useAsk(
    isSeen
      ? () => ask("GET /ui/wings/{wingId}/newest", { path: { wingId: wing }, query: { roomId: room, limit: room ? 6 : 3 } })
      : null,
    [isSeen, wing, room, changes],
  );
  return (
    <div ref={frame} class="newest">
      {found.error && <Failure error={found.error} again={found.again} />}
      {found.data?.memories.length === 0 && <p class="soft">{t("nothing")}</p>}
      <ul class="plain">
        {found.data?.memories.map((one) => (
          <li key={one.id}>
            <a href={href("read", [one.id])}>
              {one.speaker && (
                <>
                  <Line text={one.speaker} />:{" "}
                </>
              )}
              <Line text={one.text.slice(0, 140)} />
              {(one.cut || one.text.length > 140) && "…"}
            </a>{" "}
            <span class="meta">
              <When at={one.at} /> <Hall hall={one.hall} />
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}

export function RoomPanel({
  wing,
  room,
  ways,
  changes,
}: {
  wing: WingOnPlan;
  room: RoomOnPlan;
  ways: Way[];
  changes: number;
}) {
  return (
    <section class="panel" aria-live="polite">
      <p class="soft">
        <a href={href("palace", [wing.id])}>
          <Line text={wing.id} />
        </a>
      </p>
      <h2>
        <Line text={room.id} />
      </h2>
      <p>
        {t("memories", { n: room.memories })}
        {room.newest && `, ${t("last", { day: day(room.newest) })}`}
      </p>
      <ul class="plain halls">
        {Object.entries(room.halls).map(([hall, count]) => (
          <li key={hall}>
            <Hall hall={hall} /> <span class="figure">{number(count)}</span>
          </li>
        ))}
      </ul>
      <p>
        <a class="button strong" href={href("search", [], { wing: wing.id, room: room.id })}>
          {t("search")}
        </a>
      </p>
      <h3>{t("through")}</h3>
      {ways.length ? (
        <ul class="plain ways">
          {ways.slice(0, 12).map((way) => (
            <li key={`${way.to.wingId}/${way.to.roomId}`}>
              <a data-way href={href("palace", [way.to.wingId, way.to.roomId])}>
                <Line text={way.to.wingId} /> / <Line text={way.to.roomId} />
              </a>
              {way.told && (
                <span class="soft">
                  {" "}
                  <Line text={t("shared", { what: way.told })} />
                </span>
              )}
            </li>
          ))}
        </ul>
      ) : (
        <p class="soft">{t("noDoors")}</p>
      )}
      <h3>{t("newest")}</h3>
      <Newest wing={wing.id} room={room.id} changes={changes} />
    </section>
  );
}

/** All wings as a list: the same palace for who would rather read than look. */
export function Wings({ plan, changes, only }: { plan: Plan; changes: number; only?: string }) {
  const wings = only ? plan.wings.filter((one) => one.id === only) : plan.wings;
  return (
    <ul class="wings plain">
      {wings.map((wing) => (
        <li key={wing.id} class="wing-card" data-item tabIndex={0} data-wing={wing.id}>
          <h3>
            <a href={href("palace", [wing.id])}>
              <Line text={wing.id} />
            </a>
          </h3>
          <p class="soft">
            {t("memories", { n: wing.memories })}, {t("rooms", { n: wing.rooms.length })}
            {wing.newest && `, ${t("last", { day: day(wing.newest) })}`}
          </p>
          <Newest wing={wing.id} changes={changes} />
          <details open={only !== undefined}>
            <summary>{t("allRooms")}</summary>
            <ul class="plain rooms">
              {wing.rooms.map((room) => (
                <li key={room.id}>
                  <a href={href("palace", [wing.id, room.id])}>
                    <Line text={room.id} />
                  </a>{" "}
                  <span class="figure">{number(room.memories)}</span>
                </li>
              ))}
            </ul>
          </details>
        </li>
      ))}
    </ul>
  );
}
