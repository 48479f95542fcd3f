// The floor plan's geometry: a squarified treemap (Bruls, Huizing, van Wijk 2000) of wings, and of rooms in each.
// A room's area grows with the root of what lies in it, from a floor that leaves space for its name; the plan
// grows in height, so that many rooms stay legible.
import type { RoomOnPlan, WingOnPlan } from "../../api/schema";

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}
export interface PlacedRoom extends Box {
  wing: WingOnPlan;
  room: RoomOnPlan;
}
export interface PlacedWing extends Box {
  wing: WingOnPlan;
  rooms: PlacedRoom[];
}
export interface Layout {
  width: number;
  height: number;
  wings: PlacedWing[];
  rooms: PlacedRoom[];
}

const LEAST = 5_200;
const FULL = 16_000;
const CORRIDOR = 5;
const SIGN = 24;

export function layout(wings: WingOnPlan[], width: number): Layout {
  const most = Math.max(1, ...wings.flatMap((wing) => wing.rooms.map((room) => room.memories)));
  const area = (room: RoomOnPlan): number => LEAST + FULL * Math.sqrt(room.memories / most);
  const areas = wings.map((wing) => {
    const inside = Math.max(
      LEAST,
      wing.rooms.reduce((sum, room) => sum + area(room), 0),
    );
    const side = Math.sqrt(inside);
    return (side + 2 * CORRIDOR + 6) * (side + 2 * CORRIDOR + SIGN + 6);
  });
  const total = areas.reduce((sum, one) => sum + one, 0);
  const height = Math.max(220, Math.ceil(total / width));
  const placed = squarify(areas, { x: 0, y: 0, w: width, h: height }).map((box, at) => {
    const wing = wings[at] as WingOnPlan;
    const outer = shrink(box, CORRIDOR / 2);
    const inner = { x: outer.x + 3, y: outer.y + SIGN, w: outer.w - 6, h: outer.h - SIGN - 3 };
    const rooms = squarify(wing.rooms.map(area), inner).map((each, number) => ({
      ...shrink(each, 1.5),
      wing,
      room: wing.rooms[number] as RoomOnPlan,
    }));
    return { ...outer, wing, rooms };
  });
  return { width, height, wings: placed, rooms: placed.flatMap((one) => one.rooms) };
}

function shrink(box: Box, by: number): Box {
  return { x: box.x + by, y: box.y + by, w: Math.max(1, box.w - 2 * by), h: Math.max(1, box.h - 2 * by) };
}

/** Boxes of these areas (descending works best) that fill a box, in order. */
function squarify(areas: number[], into: Box): Box[] {
  const sum = areas.reduce((total, one) => total + one, 0) || 1;
  const scale = (into.w * into.h) / sum;
  const left = areas.map((one) => one * scale);
  const found: Box[] = [];
  let rest = { ...into };
  for (let at = 0; at < left.length; ) {
    const side = Math.min(rest.w, rest.h);
    let row: number[] = [];
    while (at + row.length < left.length) {
      const longer = [...row, left[at + row.length] as number];
      if (row.length && worst(longer, side) > worst(row, side)) break;
      row = longer;
    }
    const filled = row.reduce((total, one) => total + one, 0);
    const isUpright = rest.w >= rest.h;
    const thick = filled / (side || 1);
    let along = 0;
    for (const one of row) {
      const length = one / (thick || 1);
      found.push(
        isUpright
          ? { x: rest.x, y: rest.y + along, w: thick, h: length }
          : { x: rest.x + along, y: rest.y, w: length, h: thick },
      );
      along += length;
    }
    rest = isUpright
      ? { x: rest.x + thick, y: rest.y, w: rest.w - thick, h: rest.h }
      : { x: rest.x, y: rest.y + thick, w: rest.w, h: rest.h - thick };
    at += row.length;
  }
  return found;
}

function worst(row: number[], side: number): number {
  const sum = row.reduce((total, one) => total + one, 0);
  const square = side * side;
  return Math.max((square * Math.max(...row)) / (sum * sum), (sum * sum) / (square * Math.min(...row)));
}

/** The room that lies next in a direction; the nearest along it, straying little from it. */
export function towards(rooms: PlacedRoom[], from: PlacedRoom, dx: number, dy: number): PlacedRoom | undefined {
  const [x, y] = centre(from);
  let best: PlacedRoom | undefined;
  let least = Infinity;
  for (const one of rooms) {
    if (one === from) continue;
    const [ox, oy] = centre(one);
    const ahead = (ox - x) * dx + (oy - y) * dy;
    const aside = Math.abs((ox - x) * dy) + Math.abs((oy - y) * dx);
    if (ahead > 1 && ahead + 2 * aside < least) {
      least = ahead + 2 * aside;
      best = one;
    }
  }
  return best;
}

export function centre(box: Box): [number, number] {
  return [box.x + box.w / 2, box.y + box.h / 2];
}

/** A name cut to a width in pixels, by letters of about 7 and ideographs of about 13. */
export function fitting(name: string, width: number): string {
  let used = 0;
  let told = "";
  for (const char of name) {
    used += /[\u1100-\u11ff\u2e80-\ud7ff\uf900-\ufaff\uff00-\uff60]|[^\u0000-\uffff]/u.test(char) ? 13.5 : 7.2;
    if (used > width) return `${told.slice(0, -1)}…`;
    told += char;
  }
  return told;
}
