// A value that components watch.
import { useEffect, useState } from "preact/hooks";

export interface Store<T> {
  get(): T;
  set(value: T): void;
  watch(told: () => void): () => void;
}

export function store<T>(first: T): Store<T> {
  let value = first;
  const told = new Set<() => void>();
  return {
    get: () => value,
    set(next) {
      value = next;
      for (const one of [...told]) one();
    },
    watch(one) {
      told.add(one);
      return () => void told.delete(one);
    },
  };
}

export function useStore<T>(of: Store<T>): T {
  const [value, setValue] = useState(() => of.get());
  useEffect(() => {
    setValue(() => of.get());
    return of.watch(() => setValue(() => of.get()));
  }, [of]);
  return value;
}
