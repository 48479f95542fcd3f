// The floor plan: rooms in wings, sized by what lies in them, coloured by hall, with doors where tunnels begin.
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import type { Plan } from "../../api/schema";
import { hallClass } from "../../components/badges";
import { go, href } from "../../shell/route";
import { number } from "../../shell/words";
import { type Way, spotKey } from "./doors";
import { type Layout, type PlacedRoom, centre, fitting, layout, towards } from "./layout";
import { t } from "./words";

export interface Chosen {
  wing: string | undefined;
  room: string | undefined;
}

const spot = (one: PlacedRoom): string => spotKey({ wingId: one.wing.id, roomId: one.room.id });
const link = (one: PlacedRoom): string => href("palace", [one.wing.id, one.room.id]);

export function FloorPlan({ plan, ways, chosen }: { plan: Plan; ways: Map<string, Way[]>; chosen: Chosen }) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = frame.current;
    if (!element) return;
    const watch = new ResizeObserver(() => setWidth(Math.max(280, Math.floor(element.clientWidth))));
    watch.observe(element);
    return () => watch.disconnect();
  }, []);
  const drawn = useMemo(() => (width ? layout(plan.wings, width) : null), [plan, width]);
  return (
    <div class="plan" ref={frame}>
      {drawn && <Drawing drawn={drawn} halls={plan.halls} ways={ways} chosen={chosen} />}
    </div>
  );
}

interface Drawn {
  drawn: Layout;
  halls: string[];
  ways: Map<string, Way[]>;
  chosen: Chosen;
}

function Drawing({ drawn, halls, ways, chosen }: Drawn) {
  const { rooms, wings } = drawn;
  const here = rooms.find((one) => one.wing.id === chosen.wing && one.room.id === chosen.room);
  // One room at a time can be reached by Tab; the arrow keys lead to all others.
  const [at, setAt] = useState("");
  const stop = rooms.find((one) => spot(one) === at) ?? here ?? rooms[0];
  const elements = useRef(new Map<string, SVGAElement>());
  function pressed(event: KeyboardEvent, one: PlacedRoom): void {
    const next = nextRoom(event.key, rooms, one);
    if (next) {
      event.preventDefault();
      elements.current.get(spot(next))?.focus();
    } else if (event.key === "d") {
      const way = ways.get(spot(one))?.[0];
      if (!way) return;
      event.preventDefault();
      go(href("palace", [way.to.wingId, way.to.roomId]));
      elements.current.get(spotKey(way.to))?.focus();
    }
  }
  return (
    <svg
      viewBox={`0 0 ${drawn.width} ${drawn.height}`}
      width={drawn.width}
      height={drawn.height}
      role="group"
      aria-label={t("plan")}
    >
      {wings.map((one) => (
        <g key={one.wing.id} class="wing" data-chosen={one.wing.id === chosen.wing}>
          <rect x={one.x} y={one.y} width={one.w} height={one.h} rx="4" />
          <text x={one.x + 8} y={one.y + 17} class="sign">
            {fitting(one.wing.id, one.w - 16)}
          </text>
        </g>
      ))}
      {rooms.map((one) => (
        <Room
          key={spot(one)}
          placed={one}
          halls={halls}
          ways={ways.get(spot(one)) ?? []}
          isHere={one === here}
          isStop={one === stop}
          keep={(element) => {
            if (element) elements.current.set(spot(one), element);
            else elements.current.delete(spot(one));
          }}
          focused={() => setAt(spot(one))}
          pressed={(event) => pressed(event, one)}
        />
      ))}
      {here && <Tunnels from={here} rooms={rooms} ways={ways.get(spot(here)) ?? []} />}
    </svg>
  );
}

function nextRoom(key: string, rooms: PlacedRoom[], from: PlacedRoom): PlacedRoom | undefined {
  const at = rooms.indexOf(from);
  switch (key) {
    case "ArrowRight":
      return rooms[at + 1];
    case "ArrowLeft":
      return rooms[at - 1];
    case "ArrowDown":
      return towards(rooms, from, 0, 1);
    case "ArrowUp":
      return towards(rooms, from, 0, -1);
    case "Home":
      return rooms[0];
    case "End":
      return rooms.at(-1);
    default:
      return undefined;
  }
}

interface RoomDrawn {
  placed: PlacedRoom;
  halls: string[];
  ways: Way[];
  isHere: boolean;
  isStop: boolean;
  keep: (element: SVGAElement | null) => void;
  focused: () => void;
  pressed: (event: KeyboardEvent) => void;
}

const BAND = 9;

function Room({ placed, halls, ways, isHere, isStop, keep, focused, pressed }: RoomDrawn) {
  const { x, y, w, h, room, wing } = placed;
  const told = t("room", { room: room.id, wing: wing.id, memories: t("memories", { n: room.memories }) });
  const label = ways.length ? `${told}, ${t("doors", { n: ways.length })}` : told;
  const main = Object.keys(room.halls).find((hall) => hall !== "general") ?? "general";
  const first = ways[0];
  return (
    <g>
      <a
        ref={(element) => keep(element as unknown as SVGAElement | null)}
        href={link(placed)}
        class={`room ${hallClass(main, halls)}`}
        aria-current={isHere ? "true" : undefined}
        tabIndex={isStop ? 0 : -1}
        data-room={`${wing.id}/${room.id}`}
        onFocus={focused}
        onKeyDown={pressed}
      >
        <title>{label}</title>
        <rect class="floor" x={x} y={y} width={w} height={h} rx="2" />
        <rect class="tint" x={x} y={y} width={w} height={h} rx="2" />
        <text x={x + 6} y={y + 17} class="name">
          {fitting(room.id, w - 12)}
        </text>
        {h > 44 && (
          <text x={x + 6} y={y + 33} class="count">
            {fitting(number(room.memories), w - 12)}
          </text>
        )}
        <Band placed={placed} halls={halls} />
      </a>
      {first && (
        <a
          class="door"
          href={href("palace", [first.to.wingId, first.to.roomId])}
          tabIndex={-1}
        >
          <title>{t("door", { where: `${first.to.wingId} / ${first.to.roomId}` })}</title>
          <path d={`M${x + w - 22} ${y + h - BAND} v-12 a8 8 0 0 1 16 0 v12 z`} />
        </a>
      )}
    </g>
  );
}

/** How much of a room is of which hall, as a band along its lower wall. */
function Band({ placed, halls }: { placed: PlacedRoom; halls: string[] }) {
  const { x, y, w, h, room } = placed;
  const order = [...halls, ...Object.keys(room.halls).filter((hall) => !halls.includes(hall))];
  const sum = Object.values(room.halls).reduce((total, one) => total + one, 0) || 1;
  let along = x;
  return (
    <g aria-hidden="true">
      {order.map((hall) => {
        const share = ((room.halls[hall] ?? 0) / sum) * w;
        const from = along;
        along += share;
        return share > 0 ? (
          <rect
            key={hall}
            class={`band ${hallClass(hall, halls)}`}
            x={from}
            y={y + h - BAND}
            width={share}
            height={BAND}
          />
        ) : null;
      })}
    </g>
  );
}

function Tunnels({ from, rooms, ways }: { from: PlacedRoom; rooms: PlacedRoom[]; ways: Way[] }) {
  const [x, y] = centre(from);
  return (
    <g class="tunnels" aria-hidden="true">
      {ways.map((way) => {
        const to = rooms.find((one) => spot(one) === spotKey(way.to));
        if (!to) return null;
        const [tx, ty] = centre(to);
        const bend = 0.18 * (tx - x);
        return (
          <path
            key={spot(to)}
            d={`M${x} ${y} Q${(x + tx) / 2} ${(y + ty) / 2 - Math.abs(bend) - 12} ${tx} ${ty}`}
            stroke-width={1 + 4 * way.strength}
          />
        );
      })}
    </g>
  );
}
