// A client of a Camillo server: routes by their names in the OpenAPI, typed by schema.ts. Needs fetch alone.
import type { Routes } from "./schema";

type Route = keyof Routes;
type Asked<R extends Route> = Omit<Routes[R], "answer"> & { signal?: AbortSignal; key?: string };
type Args<R extends Route> = Record<never, never> extends Omit<Routes[R], "answer">
  ? [asked?: Asked<R>]
  : [asked: Asked<R>];

/** What the server answered instead, with what mends it. */
export class Failed extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly mend: string,
  ) {
    super(detail);
  }
}

/** One user's palace at a server, by a token or a key: `ask("GET /search", { query: { q: "why GraphQL?" } })`. */
export class Camillo {
  constructor(
    private readonly url: string,
    private readonly credential: string,
  ) {}

  async ask<R extends Route>(route: R, ...[asked]: Args<R>): Promise<Routes[R]["answer"]> {
    const given = (asked ?? {}) as {
      path?: Record<string, unknown>;
      query?: Record<string, unknown>;
      body?: unknown;
      signal?: AbortSignal;
      key?: string;
    };
    const [method, pattern] = route.split(" ") as [string, string];
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(given.path?.[name] ?? "")),
    );
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const headers: Record<string, string> = { Authorization: `Bearer ${this.credential}` };
    // A write that is sent again under its key is answered as before, and not done twice.
    if (method !== "GET") headers["Idempotency-Key"] = given.key ?? crypto.randomUUID();
    const isBlob = given.body instanceof Blob;
    if (given.body !== undefined) headers["Content-Type"] = isBlob ? "application/x-ndjson" : "application/json";
    const answer = await fetch(`${this.url}/api/palace${path}${query.size ? `?${query}` : ""}`, {
      method,
      headers,
      body: given.body === undefined ? undefined : isBlob ? (given.body as Blob) : JSON.stringify(given.body),
      signal: given.signal,
    });
    if (!answer.ok) {
      const told = (await answer.json().catch(() => ({}))) as { detail?: string; mend?: string };
      throw new Failed(answer.status, told.detail ?? answer.statusText, told.mend ?? "");
    }
    const kind = answer.headers.get("Content-Type") ?? "";
    return (kind.startsWith("application/json") ? answer.json() : answer.blob()) as Promise<Routes[R]["answer"]>;
  }
}
