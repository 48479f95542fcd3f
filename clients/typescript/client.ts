// A client of a Camillo server: routes by their names in the OpenAPI, typed by schema.ts. Needs fetch alone.
import type { Problem, Routes } from "./schema";

type Route = keyof Routes;
type Asked<R extends Route> = Omit<Routes[R], "answer"> & { signal?: AbortSignal };
type Args<R extends Route> = Record<never, never> extends Omit<Routes[R], "answer">
  ? [asked?: Asked<R>]
  : [asked: Asked<R>];

/** What the server answered instead, with what mends it; `request` is what its log calls the request. */
export class Failed extends Error {
  constructor(
    readonly status: number,
    detail: string,
    readonly mend: string,
    readonly request: string,
  ) {
    super(detail);
  }
}

/** An answer with what came along: its tag, and whether it had been given before to the same key. */
export interface Told<R extends Route> {
  answer: Routes[R]["answer"];
  etag: string;
  request: string;
  replayed: boolean;
}

/** One user's palace at a server, by a token or a key: `ask("GET /search", { query: { q: "why GraphQL?" } })`. */
export class Camillo {
  constructor(
    private readonly url: string,
    private readonly credential: string,
  ) {}

  /** What a route answers; an export is a stream, so that it may be as large as it likes. */
  async ask<R extends Route>(route: R, ...args: Args<R>): Promise<Routes[R]["answer"]> {
    return (await this.told(route, ...args)).answer;
  }

  /**
   * The same with its `etag`, for `If-Match` and `If-None-Match` under `header`. What is still as
   * `If-None-Match` names it fails with the status 304.
   */
  async told<R extends Route>(route: R, ...[asked]: Args<R>): Promise<Told<R>> {
    const given = (asked ?? {}) as {
      path?: Record<string, unknown>;
      query?: Record<string, unknown>;
      header?: Record<string, string>;
      body?: unknown;
      signal?: AbortSignal;
    };
    const [method, pattern] = route.split(" ") as [string, string];
    const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
      encodeURIComponent(String(given.path?.[name] ?? "")),
    );
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(given.query ?? {})) {
      if (value !== undefined && value !== null) query.set(name, String(value));
    }
    const headers = new Headers(given.header);
    headers.set("Authorization", `Bearer ${this.credential}`);
    // A write that is sent again under its key is answered as before, and not done twice.
    if (method !== "GET" && !headers.has("Idempotency-Key")) headers.set("Idempotency-Key", crypto.randomUUID());
    const isRaw = given.body instanceof Blob || given.body instanceof ReadableStream;
    if (given.body !== undefined) headers.set("Content-Type", isRaw ? "application/x-ndjson" : "application/json");
    const request: RequestInit & { duplex?: "half" } = {
      method,
      headers,
      body: given.body === undefined ? undefined : isRaw ? (given.body as BodyInit) : JSON.stringify(given.body),
      signal: given.signal,
      // What is sent is for this server alone.
      redirect: "manual",
    };
    if (given.body instanceof ReadableStream) request.duplex = "half";
    const answer = await fetch(`${this.url}/api/palace${path}${query.size ? `?${query}` : ""}`, request);
    if (!answer.ok) throw await failed(answer);
    return {
      answer: (await content(answer)) as Routes[R]["answer"],
      etag: answer.headers.get("ETag") ?? "",
      request: answer.headers.get("X-Request-Id") ?? "",
      replayed: answer.headers.get("Idempotent-Replayed") === "true",
    };
  }
}

async function content(answer: Response): Promise<unknown> {
  const kind = answer.headers.get("Content-Type") ?? "";
  if (kind.startsWith("application/json")) return answer.json();
  return /^application\/(gzip|x-ndjson)/.test(kind) ? answer.body : answer.blob();
}

async function failed(answer: Response): Promise<Failed> {
  const told = (await answer.json().catch(() => ({}))) as Partial<Problem>;
  const wrong = told.errors?.map((one) => `${one.where}: ${one.what}`).join("; ");
  const request = answer.headers.get("X-Request-Id") ?? "";
  return new Failed(answer.status, told.detail ?? answer.statusText, wrong || told.mend || "", request);
}
