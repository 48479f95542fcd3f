// What was decided, the newest first; each decision is undone with all that accepting did.
import { ask } from "../../api/client";
import type { Decision } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Empty, Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { useChanges } from "../../shell/live";
import { href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { t } from "./words";

export function Decided() {
  const changes = useChanges();
  const found = useAsk(() => ask("GET /ui/review/decisions"), [changes]);

  async function undo(one: Decision): Promise<void> {
    try {
      await ask("POST /ui/review/decisions/{number}/undo", { path: { number: one.number } });
      found.again();
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  if (!found.data.decisions.length)
    return (
      <Empty title={t("noDecided")}>
        <p>{t("noDecidedHint")}</p>
      </Empty>
    );
  return (
    <ol class="plain cards">
      {found.data.decisions.map((one) => (
        <li class="card acts" key={one.number} data-item tabIndex={0}>
          <span class="tag">{t(`kind_${one.kind}`)}</span>
          <strong>{t(one.verdict)}</strong>
          <When at={one.at} />
          {one.reason && <Line text={one.reason} />}
          {one.evidence.slice(0, 3).map((id) => (
            <a key={id} href={href("read", [id])}>
              {t("open")}
            </a>
          ))}
          <button type="button" onClick={() => void undo(one)}>
            {t("undo")}
          </button>
        </li>
      ))}
    </ol>
  );
}
