// The plan of the palace, which several views need: kept between them, asked for again when the palace has changed.
import { useEffect } from "preact/hooks";
import { useChanges } from "../shell/live";
import { store, useStore } from "../shell/store";
import { ask } from "./client";
import type { Plan } from "./schema";
import { type Known, useAsk } from "./use";

const kept = store<Plan | undefined>(undefined);

export function usePlan(): Known<Plan> {
  const changes = useChanges();
  const last = useStore(kept);
  const known = useAsk(() => ask("GET /ui/plan"), [changes]);
  useEffect(() => {
    if (known.data) kept.set(known.data);
  }, [known.data]);
  return { ...known, data: known.data ?? last };
}
