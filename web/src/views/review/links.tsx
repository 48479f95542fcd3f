// Links that tending made from memories to the notes they name; each can be taken back.
import { ask } from "../../api/client";
import type { Pointed } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Empty, Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { useChanges } from "../../shell/live";
import { href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { t } from "./words";

export function Links() {
  const changes = useChanges();
  const found = useAsk(() => ask("GET /ui/review/links"), [changes]);

  async function undo(link: Pointed): Promise<void> {
    try {
      await ask("POST /ui/review/links/{number}/undo", { path: { number: link.number } });
      toast(t("unlinked"));
      found.again();
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  if (!found.data.links.length)
    return (
      <Empty title={t("noLinks")}>
        <p>{t("noLinksHint")}</p>
      </Empty>
    );
  return (
    <ul class="plain cards">
      {found.data.links.map((one) => (
        <li class="card acts" key={one.number} data-item tabIndex={0}>
          <a href={href("read", [one.memory])}>{t("open")}</a>
          <span>
            {t("leadsTo")}{" "}
            <a href={href("notes", [one.slug])}>
              <Line text={one.title} />
            </a>
          </span>
          <button type="button" onClick={() => void undo(one)}>
            {t("takeBack")}
          </button>
        </li>
      ))}
    </ul>
  );
}
