// A found passage: its words, where they lie, and what can be done with them.
import type { ComponentChildren } from "preact";
import type { PassageHit } from "../api/schema";
import { href } from "../shell/route";
import { toast } from "../shell/toasts";
import { citation } from "../views/search/citation";
import { t } from "../views/search/words";
import { When, Where } from "./badges";
import { Fold } from "./fold";
import { Line, Said } from "./text";
import { Why } from "./why";

export function PassageCard({
  hit,
  mark,
  children,
}: {
  hit: PassageHit;
  mark: RegExp | null;
  children?: ComponentChildren;
}) {
  return (
    <article class="passage-card">
      <p class="meta">
        {hit.speaker && (
          <strong>
            <Line text={hit.speaker} />
          </strong>
        )}
        <When at={hit.at} />
        <Where wing={hit.wingId} room={hit.roomId} hall={hit.hall} />
        {!hit.current && <span class="tag">{t("older")}</span>}
        {hit.superseded > 0 && <span class="tag">{t("superseded")}</span>}
        {hit.also.length > 0 && <span class="tag">{t("also", { n: hit.also.length })}</span>}
        <span class="score" title={t("score")}>
          <meter min={0} max={1} value={hit.score} aria-label={t("score")} /> {hit.score.toFixed(2)}
        </span>
      </p>
      <Said text={hit.text} mark={mark} atOnce={700} />
      <div class="acts">
        <a class="button" href={href("read", [hit.id])}>
          {t("open")}
        </a>
        <button type="button" onClick={() => void copy(hit)}>
          {t("cite")}
        </button>
        <Fold summary={t("why")}>{() => <Why why={hit.why} />}</Fold>
        {children}
      </div>
    </article>
  );
}

async function copy(hit: PassageHit): Promise<void> {
  try {
    await navigator.clipboard.writeText(citation(hit));
    toast(t("cited"));
  } catch {
    toast(t("notCited"));
  }
}
