// Texts that are there more than once; a copy is forgotten only after its message, and the undo in it, have gone.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Repeat, Repeated } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Empty, Failure, Loading } from "../../components/states";
import { Line, Said } from "../../components/text";
import { href } from "../../shell/route";
import { afterwards, toast } from "../../shell/toasts";
import { t } from "./words";

export function Duplicates() {
  const found = useAsk(() => ask("GET /ui/review/duplicates"), []);
  const [further, setFurther] = useState<{ rows: Repeated[]; next: string | null }>();
  const [hidden, setHidden] = useState<string[]>([]);
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  const next = further ? further.next : found.data.next;
  const rows = [...found.data.duplicates, ...(further?.rows ?? [])]
    .map((one) => ({ ...one, repeats: one.repeats.filter((each) => !hidden.includes(each.id)) }))
    .filter((one) => one.repeats.length);

  async function more(cursor: string): Promise<void> {
    try {
      const told = await ask("GET /ui/review/duplicates", { query: { cursor } });
      setFurther({ rows: [...(further?.rows ?? []), ...told.duplicates], next: told.next ?? null });
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  function forget(id: string): void {
    setHidden((all) => [...all, id]);
    afterwards(
      t("forgotten"),
      () => ask("DELETE /memories/{id}", { path: { id }, keepalive: true }),
      () => setHidden((all) => all.filter((one) => one !== id)),
    );
  }

  if (!rows.length && !next)
    return (
      <Empty title={t("noDuplicates")}>
        <p>{t("noDuplicatesHint")}</p>
      </Empty>
    );
  return (
    <>
      <ol class="plain cards">
        {rows.map((one) => (
          <li class="card" key={one.id} data-item tabIndex={0}>
            <p class="meta">
              <When at={one.at} />
              <Line text={`${one.wingId} / ${one.roomId}`} />
              <a href={href("read", [one.id])}>{t("open")}</a>
            </p>
            <Said text={one.text} atOnce={400} />
            <p>{t("repeated", { n: one.repeats.length })}</p>
            <ul class="plain">
              {one.repeats.map((each) => (
                <Copy key={each.id} copy={each} forget={() => forget(each.id)} />
              ))}
            </ul>
          </li>
        ))}
      </ol>
      {next && (
        <button type="button" onClick={() => void more(next)}>
          {t("more")}
        </button>
      )}
    </>
  );
}

function Copy({ copy, forget }: { copy: Repeat; forget: () => void }) {
  return (
    <li class="acts">
      <span class="tag">{t(`how_${copy.how}`)}</span>
      <When at={copy.at} />
      <Line text={`${copy.wingId} / ${copy.roomId}`} />
      <a class="button" href={href("read", [copy.id])}>
        {t("open")}
      </a>
      {copy.alone ? (
        <button type="button" onClick={forget}>
          {t("forget")}
        </button>
      ) : (
        <span class="meta">{t("sameText")}</span>
      )}
    </li>
  );
}
