// What the palace says while the page is open: that something came in, and how far it is refined.
import { useEffect, useRef, useState } from "preact/hooks";
import { stream } from "../api/client";
import { store, useStore } from "./store";
import { words } from "./words";

const t = words(
  {
    live: "live",
    away: "not connected",
    added: "Mining: {n} new memories",
    "added.one": "Mining: 1 new memory",
    refining: "Refining: {n} drawers wait",
    "refining.one": "Refining: 1 drawer waits",
  },
  {
    live: "已连接",
    away: "未连接",
    added: "正在挖掘：新增 {n} 条记忆",
    "added.one": "正在挖掘：新增 1 条记忆",
    refining: "正在精炼：还有 {n} 个抽屉",
    "refining.one": "正在精炼：还有 1 个抽屉",
  },
);

export interface Beat {
  seq: number;
  memories: number;
  drawers: number;
  pending: number;
}

const beat = store<Beat | null>(null);
const isLive = store(false);

/** How the palace stood when it last changed. */
export const useBeat = (): Beat | null => useStore(beat);

/** A number that grows, a while after the palace has changed: a dependency for what shall be asked again. */
export function useChanges(calm = 1500): number {
  const now = useBeat();
  const [count, setCount] = useState(0);
  const first = useRef<number | null>(null);
  useEffect(() => {
    if (!now) return;
    if (first.current === null) {
      first.current = now.seq;
      return;
    }
    const timer = setTimeout(() => setCount((one) => one + 1), calm);
    return () => clearTimeout(timer);
  }, [now?.seq]);
  return count;
}

/** Listen as long as the page is open; a lost connection is tried again, ever more seldom. */
export function useListening(isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const end = new AbortController();
    void listen(end.signal);
    return () => end.abort();
  }, [isOn]);
}

async function listen(signal: AbortSignal): Promise<void> {
  let pause = 1000;
  while (!signal.aborted) {
    try {
      await stream(signal, (event, data) => {
        pause = 1000;
        isLive.set(true);
        if (event === "beat") beat.set(JSON.parse(data) as Beat);
      });
    } catch {
      // Tried again below, whatever it was.
    }
    isLive.set(false);
    await new Promise((ready) => setTimeout(ready, pause));
    pause = Math.min(30_000, pause * 2);
  }
}

/** One line: connected or not, and progress while something is mined or refined. */
export function Live() {
  const now = useBeat();
  const connected = useStore(isLive);
  const before = useRef<number | null>(null);
  const [added, setAdded] = useState(0);
  const [most, setMost] = useState(0);
  useEffect(() => {
    if (!now) return;
    if (before.current === null) before.current = now.memories;
    setAdded(Math.max(0, now.memories - before.current));
    setMost((one) => (now.pending ? Math.max(one, now.pending) : 0));
    const timer = setTimeout(() => {
      before.current = now.memories;
      setAdded(0);
    }, 6000);
    return () => clearTimeout(timer);
  }, [now?.seq]);
  const isRefining = now !== null && now.pending > 0 && most > 0;
  return (
    <div class="live" data-live={connected}>
      <span class="dot" aria-hidden="true" />
      {added > 0 ? (
        <span role="status">{t("added", { n: added })}</span>
      ) : isRefining ? (
        <label>
          {t("refining", { n: now.pending })} <progress max={most} value={most - now.pending} />
        </label>
      ) : (
        <span>{connected ? t("live") : t("away")}</span>
      )}
    </div>
  );
}
