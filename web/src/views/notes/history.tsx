// The versions of a note: what changed between any two, and bringing one back.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Note, Version } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Failure, Loading } from "../../components/states";
import { Inert, Line } from "../../components/text";
import { go, href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { t, verbWords } from "./words";

export function History({ note, again }: { note: Note; again: () => void }) {
  const path = { note: note.slug };
  const found = useAsk(() => ask("GET /notes/{note}/history", { path }), [note.slug, note.version]);
  const [pair, setPair] = useState({ old: Math.max(1, note.version - 1), new: note.version });
  const diff = useAsk(() => ask("GET /notes/{note}/diff", { path, query: pair }), [note.slug, pair.old, pair.new]);

  async function restore(version: number): Promise<void> {
    try {
      const before = note.version;
      await ask("POST /notes/{note}/restore", { path, body: { version } });
      toast(t("broughtBack", { n: version }), async () => {
        await ask("POST /notes/{note}/restore", { path, body: { version: before } });
        again();
      });
      again();
      go(href("notes", [note.slug]));
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  const versions = [...found.data.versions].reverse();
  return (
    <div class="history">
      <h1>
        {t("history")}: <Line text={note.title} />
      </h1>
      <a class="button" href={href("notes", [note.slug])}>
        {t("back")}
      </a>
      <h2>{t("compare")}</h2>
      <div class="fields">
        <Choice label={t("from")} versions={versions} value={pair.old} change={(old) => setPair({ ...pair, old })} />
        <Choice label={t("to")} versions={versions} value={pair.new} change={(to) => setPair({ ...pair, new: to })} />
      </div>
      {diff.error ? (
        <Failure error={diff.error} again={diff.again} />
      ) : diff.data ? (
        <Diff text={diff.data.diff} />
      ) : (
        <Loading />
      )}
      <h2>{t("versions")}</h2>
      <ol class="plain versions" reversed>
        {versions.map((one) => (
          <li key={one.version} data-item tabIndex={0}>
            <span>{t("version", { n: one.version })}</span> <span class="tag">{verbWords(one.verb)}</span>{" "}
            <When at={one.at} /> <Line text={one.title} />{" "}
            {one.version !== note.version && note.layer === "page" && one.verb !== "delete" && (
              <button type="button" onClick={() => void restore(one.version)}>
                {t("bringBack", { n: one.version })}
              </button>
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

interface Chosen {
  label: string;
  versions: Version[];
  value: number;
  change: (to: number) => void;
}

function Choice({ label, versions, value, change }: Chosen) {
  return (
    <label>
      {label}
      <select value={value} onChange={(event) => change(Number(event.currentTarget.value))}>
        {versions.map((one) => (
          <option key={one.version} value={one.version}>
            {one.version} · {verbWords(one.verb)}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A unified diff; what was added and removed is told by sign and by name, not by colour alone. */
function Diff({ text }: { text: string }) {
  if (!text) return <p>{t("noChange")}</p>;
  const lines = text.split("\n").slice(2);
  return (
    <pre class="diff" tabIndex={0}>
      {lines.map((line, at) => {
        if (line.startsWith("+"))
          return (
            <ins key={at} aria-label={t("added")}>
              <Inert text={`${line}\n`} />
            </ins>
          );
        if (line.startsWith("-"))
          return (
            <del key={at} aria-label={t("taken")}>
              <Inert text={`${line}\n`} />
            </del>
          );
        return (
          <span key={at} class={line.startsWith("@@") ? "soft" : undefined}>
            <Inert text={`${line}\n`} />
          </span>
        );
      })}
    </pre>
  );
}
