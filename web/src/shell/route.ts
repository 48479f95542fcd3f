// Where one is: `#/view/part/part?name=value`. Links are plain links, so they can be kept and sent.
import { store, useStore } from "./store";

export interface Route {
  view: string;
  rest: string[];
  query: URLSearchParams;
}

function read(): Route {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?", 2);
  const [view = "", ...rest] = path.split("/").map(decoded);
  return { view: view || "search", rest: rest.filter((part) => part !== ""), query: new URLSearchParams(query) };
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

const here = store<Route>(read());
addEventListener("hashchange", () => here.set(read()));

export const useRoute = (): Route => useStore(here);

export type Query = Record<string, string | undefined | null>;

/** The link to a view: `href("read", [id])`, `href("search", [], { q: "why" })`. */
export function href(view: string, rest: string[] = [], query: Query = {}): string {
  const told = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) told.set(name, value);
  const path = [view, ...rest].map(encodeURIComponent).join("/");
  return `#/${path}${told.size ? `?${told}` : ""}`;
}

/** Go somewhere; `quietly` leaves no step in the history, as while one types. */
export function go(to: string, quietly = false): void {
  if (location.hash === to) return;
  if (quietly) {
    history.replaceState(null, "", to);
    here.set(read());
  } else {
    location.hash = to;
  }
}
