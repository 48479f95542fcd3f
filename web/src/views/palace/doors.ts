// Tunnels as doors: which rooms lead where.
import type { Door, Spot } from "../../api/schema";

export interface Way {
  to: Spot;
  strength: number;
  told: string;
}

export const spotKey = (spot: { wingId: string; roomId: string }): string => `${spot.wingId}\n${spot.roomId}`;

/** The ways from each room, the strongest first. */
export function waysOf(doors: Door[]): Map<string, Way[]> {
  const found = new Map<string, Way[]>();
  for (const door of doors) {
    const told = door.reason || door.entities.join(", ");
    for (const [from, to] of [
      [door.a, door.b],
      [door.b, door.a],
    ] as const) {
      const ways = found.get(spotKey(from)) ?? [];
      ways.push({ to, strength: door.strength, told });
      found.set(spotKey(from), ways);
    }
  }
  for (const ways of found.values()) ways.sort((a, b) => b.strength - a.strength);
  return found;
}
