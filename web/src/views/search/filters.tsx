// Filters: chosen below the question, shown as chips, kept in the address.
import type { Plan } from "../../api/schema";
import { Line } from "../../components/text";
import { day } from "../../shell/words";
import { t } from "./words";

export const FILTERS = ["wing", "room", "hall", "kind", "speaker", "since", "until"] as const;
export type Filter = (typeof FILTERS)[number];
export type Chosen = Partial<Record<Filter, string>>;

type Change = (changed: Chosen) => void;

export function Chips({ chosen, change }: { chosen: Chosen; change: Change }) {
  const named = FILTERS.filter((name) => chosen[name]);
  if (!named.length) return null;
  return (
    <ul class="chips">
      {named.map((name) => (
        <li key={name}>
          <button
            type="button"
            class="chip"
            aria-label={t("remove", { name: `${t(name)}: ${chosen[name]}` })}
            onClick={() => change(name === "wing" ? { wing: "", room: "" } : { [name]: "" })}
          >
            {t(name)}: <Line text={name === "since" || name === "until" ? day(chosen[name]) : (chosen[name] ?? "")} /> ×
          </button>
        </li>
      ))}
    </ul>
  );
}

export function Filters({ chosen, change, plan }: { chosen: Chosen; change: Change; plan: Plan | undefined }) {
  const wing = plan?.wings.find((one) => one.id === chosen.wing);
  return (
    <details class="filters">
      <summary>{t("filters")}</summary>
      <div class="fields">
        <Choice name="wing" chosen={chosen} options={plan?.wings.map((one) => one.id)} change={change} />
        <Choice name="room" chosen={chosen} options={wing?.rooms.map((one) => one.id)} change={change} />
        <Choice name="hall" chosen={chosen} options={plan?.halls} change={change} />
        <Choice name="kind" chosen={chosen} options={plan?.kinds} change={change} />
        {(["since", "until"] as const).map((name) => (
          <label key={name}>
            {t(name)}
            <input
              type="date"
              value={chosen[name] ?? ""}
              onChange={(event) => change({ [name]: event.currentTarget.value })}
            />
          </label>
        ))}
      </div>
    </details>
  );
}

function Choice({
  name,
  chosen,
  options,
  change,
}: {
  name: Filter;
  chosen: Chosen;
  options: string[] | undefined;
  change: Change;
}) {
  if (!options?.length) return null;
  return (
    <label>
      {t(name)}
      <select
        value={chosen[name] ?? ""}
        onChange={(event) =>
          change(name === "wing" ? { wing: event.currentTarget.value, room: "" } : { [name]: event.currentTarget.value })
        }
      >
        <option value="">{t("any")}</option>
        {options.map((one) => (
          <option key={one} value={one}>
            {one}
          </option>
        ))}
      </select>
    </label>
  );
}
