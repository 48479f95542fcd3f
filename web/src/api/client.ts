// Every request of the page goes through here: to its own origin, with the session's proof.
import type { Problem, Routes } from "./schema";

const PROOF = "camillo.proof";
const BASE = "/api/palace";

/** What went wrong, in the server's words, with what mends it. */
export class Failed extends Error {
  constructor(
    readonly status: number,
    message: string,
    readonly mend: string,
  ) {
    super(message);
  }
}

type Route = keyof Routes;
type Asked<R extends Route> = Omit<Routes[R], "answer"> & { signal?: AbortSignal; keepalive?: boolean };
type Args<R extends Route> = Record<never, never> extends Omit<Routes[R], "answer">
  ? [asked?: Asked<R>]
  : [asked: Asked<R>];

let signedOut: () => void = () => {};

/** Called when the server no longer knows who this is. */
export function onSignedOut(told: () => void): void {
  signedOut = told;
}

export function isSignedIn(): boolean {
  return localStorage.getItem(PROOF) !== null;
}

/** Begin a session with a one-time key, a token or an API key. */
export async function signIn(key: string): Promise<void> {
  const answer = await fetch("/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ key }),
  });
  if (!answer.ok) throw await failure(answer);
  const told = (await answer.json()) as { proof: string };
  localStorage.setItem(PROOF, told.proof);
}

export async function signOut(): Promise<void> {
  localStorage.removeItem(PROOF);
  await fetch("/session", { method: "DELETE" });
  signedOut();
}

/** Ask a route by its name in the OpenAPI: `ask("GET /wings/{wingId}", { path: { wingId } })`. */
export async function ask<R extends Route>(route: R, ...[asked]: Args<R>): Promise<Routes[R]["answer"]> {
  const given = (asked ?? {}) as {
    path?: Record<string, unknown>;
    query?: Record<string, unknown>;
    body?: unknown;
    signal?: AbortSignal;
    keepalive?: boolean;
  };
  const [method, pattern] = route.split(" ") as [string, string];
  const path = pattern.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(given.path?.[name] ?? "")),
  );
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(given.query ?? {})) {
    if (value !== undefined && value !== null && value !== "") query.set(name, String(value));
  }
  const headers: Record<string, string> = { "X-Camillo-Page": localStorage.getItem(PROOF) ?? "" };
  if (given.body !== undefined) headers["Content-Type"] = "application/json";
  const told = query.size ? `?${query}` : "";
  const answer = await fetch(`${BASE}${path}${told}`, {
    method,
    headers,
    body: given.body === undefined ? undefined : JSON.stringify(given.body),
    signal: given.signal,
    keepalive: given.keepalive ?? false,
  });
  if (!answer.ok) {
    const failed = await failure(answer);
    if (failed.status === 401) lost();
    throw failed;
  }
  const media = answer.headers.get("content-type") ?? "";
  return (media.startsWith("application/json") ? await answer.json() : await answer.text()) as Routes[R]["answer"];
}

/** The stream of server-sent events, read by `fetch` because an EventSource cannot send the proof. */
export async function stream(signal: AbortSignal, heard: (event: string, data: string) => void): Promise<void> {
  const headers = { "X-Camillo-Page": localStorage.getItem(PROOF) ?? "" };
  const answer = await fetch(`${BASE}/ui/events`, { headers, signal });
  if (answer.status === 401) lost();
  if (!answer.ok || !answer.body) throw await failure(answer);
  const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return;
    const parts = (rest + value).split("\n\n");
    rest = parts.pop() ?? "";
    for (const part of parts) {
      const event = /^event: (.*)$/m.exec(part)?.[1];
      const data = /^data: (.*)$/m.exec(part)?.[1];
      if (event && data) heard(event, data);
    }
  }
}

function lost(): void {
  localStorage.removeItem(PROOF);
  signedOut();
}

async function failure(answer: Response): Promise<Failed> {
  try {
    const told = (await answer.json()) as Problem;
    return new Failed(answer.status, told.detail || told.title, told.mend ?? "");
  } catch {
    return new Failed(answer.status, answer.statusText || "the server did not answer", "");
  }
}
