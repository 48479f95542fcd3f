// Asking from a component: what is known, what went wrong, and asking again.
import { useCallback, useEffect, useRef, useState } from "preact/hooks";

export interface Known<T> {
  data: T | undefined;
  error: Error | undefined;
  isWaiting: boolean;
  again: () => void;
}

/**
 * Ask whenever `deps` change. While one question is under way the next waits, and of several that wait only
 * the last is asked: typing never piles questions up. What was known stays until the answer is there.
 */
export function useAsk<T>(question: (() => Promise<T>) | null, deps: unknown[]): Known<T> {
  const [data, setData] = useState<T>();
  const [error, setError] = useState<Error>();
  const [isWaiting, setWaiting] = useState(question !== null);
  const [round, setRound] = useState(0);
  const latest = useRef<(() => Promise<T>) | null>(null);
  const isBusy = useRef(false);
  const isGone = useRef(false);
  useEffect(
    () => () => {
      isGone.current = true;
    },
    [],
  );
  useEffect(() => {
    latest.current = question;
    if (question === null) {
      setData(undefined);
      setError(undefined);
      setWaiting(false);
      return;
    }
    setWaiting(true);
    if (!isBusy.current) void work();
    async function work(): Promise<void> {
      isBusy.current = true;
      while (latest.current && !isGone.current) {
        const asked = latest.current;
        latest.current = null;
        try {
          const told = await asked();
          if (isGone.current) break;
          if (!latest.current) {
            setData(told);
            setError(undefined);
          }
        } catch (failed) {
          if (isGone.current) break;
          if (!latest.current) setError(failed as Error);
        }
      }
      isBusy.current = false;
      if (!isGone.current) setWaiting(false);
    }
  }, [...deps, round]);
  const again = useCallback(() => setRound((one) => one + 1), []);
  return { data, error, isWaiting, again };
}
