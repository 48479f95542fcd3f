// Status: sizes, coverage, sources with their state, hooks, the newest writes, and what leaves this machine.
import type { ComponentChildren } from "preact";
import { ask } from "../../api/client";
import type { State } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { useChanges } from "../../shell/live";
import type { Route } from "../../shell/route";
import { bytes, number } from "../../shell/words";
import "./status.css";
import { size, t } from "./words";

export default function Status(_: { route: Route }) {
  const changes = useChanges();
  const found = useAsk(() => ask("GET /ui/status"), [changes]);
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  const state = found.data;
  return (
    <div class="status">
      <h1>{t("title")}</h1>
      <Part title={t("leaves")}>
        <p class={state.leaves === "nothing" ? "good" : "problem"} data-leaves={state.leaves}>
          {state.leaves === "nothing" ? t("nothing") : <Line text={state.leaves} />}
        </p>
      </Part>
      <Coverage state={state} />
      <Sizes state={state} />
      <Sources state={state} />
      <Hooks state={state} />
      <Part title={t("languages")}>
        <ul class="plain pairs">
          {Object.entries(state.languages).map(([name, count]) => (
            <li key={name}>
              <span>{name}</span> <span class="figure">{number(count)}</span>
            </li>
          ))}
        </ul>
      </Part>
      <Writes state={state} />
    </div>
  );
}

function Part({ title, children }: { title: string; children: ComponentChildren }) {
  return (
    <section class="part">
      <h2>{title}</h2>
      {children}
    </section>
  );
}

function Coverage({ state }: { state: State }) {
  const covered = Number(state.status.covered ?? 1);
  const pending = Number(state.status.pending ?? 0);
  const percent = covered.toLocaleString(undefined, { style: "percent", maximumFractionDigits: 1 });
  return (
    <Part title={t("coverage")}>
      <p>
        <progress max={1} value={covered} aria-label={t("coverage")} /> {t("covered", { percent })}
      </p>
      <p>{pending ? t("pending", { n: pending }) : t("allCovered")}</p>
      {state.eventsWaiting > 0 && <p>{t("eventsWaiting", { n: state.eventsWaiting })}</p>}
    </Part>
  );
}

function Sizes({ state }: { state: State }) {
  const shown = Object.entries(state.status).filter(([name]) => !["covered", "pending"].includes(name));
  return (
    <Part title={t("sizes")}>
      <ul class="plain pairs">
        {shown.map(([name, value]) => (
          <li key={name} data-figure={name} data-value={String(value)}>
            <span>{size(name as "turns").replaceAll("_", " ")}</span>{" "}
            <span class="figure">
              {typeof value === "number" ? (
                name.endsWith("bytes") ? (
                  bytes(value)
                ) : (
                  number(value)
                )
              ) : (
                <Line text={value === null ? "–" : String(value)} />
              )}
            </span>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Sources({ state }: { state: State }) {
  const rest = Number(state.status.sources ?? 0) - state.sources.length;
  return (
    <Part title={t("sources")}>
      {state.sources.length ? (
        <div class="scroll" tabIndex={0} role="region" aria-label={t("sources")}>
          <table>
            <thead>
              <tr>
                <th scope="col">{t("source")}</th>
                <th scope="col">{t("kind")}</th>
                <th scope="col">{t("state")}</th>
                <th scope="col" class="figure">
                  {t("memories")}
                </th>
              </tr>
            </thead>
            <tbody>
              {state.sources.map((one) => (
                <tr key={`${one.kind} ${one.uri}`} data-state={one.state}>
                  <th scope="row">
                    <Line text={one.uri} />
                  </th>
                  <td>{one.kind}</td>
                  <td>{t(one.state as "present")}</td>
                  <td class="figure">{number(one.memories)}</td>
                </tr>
              ))}
            </tbody>
          </table>
          {rest > 0 && <p>{t("moreSources", { n: rest })}</p>}
        </div>
      ) : (
        <p>{t("noSources")}</p>
      )}
    </Part>
  );
}

function Hooks({ state }: { state: State }) {
  const { hooks } = state;
  if (!hooks) return null;
  return (
    <Part title={t("hooks")}>
      {!hooks.used ? <p>{t("hooksUnused")}</p> : !hooks.troubles.length && !hooks.failed && <p>{t("hooksWell")}</p>}
      {hooks.waiting > 0 && <p>{t("spooled", { n: hooks.waiting })}</p>}
      {hooks.failed > 0 && <p class="problem">{t("failed", { n: hooks.failed })}</p>}
      {hooks.troubles.length > 0 && (
        <>
          <h3>{t("troubles")}</h3>
          <ul class="plain">
            {hooks.troubles.map((one) => (
              <li key={one}>
                <code>
                  <Line text={one} />
                </code>
              </li>
            ))}
          </ul>
        </>
      )}
    </Part>
  );
}

function Writes({ state }: { state: State }) {
  return (
    <Part title={t("writes")}>
      <div class="scroll" tabIndex={0} role="region" aria-label={t("writes")}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t("verb")}</th>
              <th scope="col">{t("when")}</th>
              <th scope="col">{t("counts")}</th>
            </tr>
          </thead>
          <tbody>
            {state.receipts.map((one) => (
              <tr key={one.number}>
                <th scope="row">{one.verb}</th>
                <td>
                  <When at={one.at} />
                </td>
                <td>
                  {Object.entries(one.counts)
                    .filter(([, count]) => count)
                    .map(([name, count]) => `${name} ${number(count)}`)
                    .join(", ")}
                  {one.notes?.map((note) => (
                    <p key={note} class="problem">
                      <Line text={note} />
                    </p>
                  ))}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  );
}
