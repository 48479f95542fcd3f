// What is shown of the graph: gathered dots and ties, and those of them inside the filters.
import type { Dot, Tie, Web } from "../../api/schema";

export type Kind = Dot["kind"];
export const KINDS: Kind[] = ["entity", "memory", "page", "source"];

export interface Gathered {
  dots: Map<string, Dot>;
  ties: Map<string, Tie>;
}

export interface Wanted {
  kinds: Kind[];
  since: string;
  until: string;
}

export interface Shown {
  dots: Dot[];
  ties: Tie[];
  beside: Map<string, Tie[]>;
}

const keyOf = (tie: Tie): string => JSON.stringify([tie.a, tie.b, tie.kind, tie.fact]);

export function gathered(before: Gathered | null, web: Pick<Web, "dots" | "ties">): Gathered {
  const dots = new Map(before?.dots);
  const ties = new Map(before?.ties);
  for (const dot of web.dots) dots.set(dot.id, dot);
  for (const tie of web.ties) ties.set(keyOf(tie), tie);
  return { dots, ties };
}

/** Inside a time are memories and notes of that time, facts that held in it, and what has no time. */
export function shown(all: Gathered, wanted: Wanted): Shown {
  const inside = (from: string | null, to: string | null): boolean =>
    (!wanted.until || !from || from.slice(0, 10) <= wanted.until) &&
    (!wanted.since || !to || to.slice(0, 10) >= wanted.since);
  const dots = [...all.dots.values()].filter(
    (one) => wanted.kinds.includes(one.kind) && (one.kind === "entity" || inside(one.at, one.at)),
  );
  const there = new Set(dots.map((one) => one.id));
  const ties = [...all.ties.values()].filter(
    (one) => there.has(one.a) && there.has(one.b) && (one.kind !== "fact" || inside(one.since, one.until)),
  );
  const beside = new Map<string, Tie[]>();
  for (const tie of ties) {
    for (const end of [tie.a, tie.b]) {
      const known = beside.get(end);
      if (known) known.push(tie);
      else beside.set(end, [tie]);
    }
  }
  return { dots, ties, beside };
}
