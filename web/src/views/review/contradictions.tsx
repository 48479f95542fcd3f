// Facts that cannot both hold: one is chosen, the other taken back, and that undone.
import { ask } from "../../api/client";
import type { Contradiction, Fact } from "../../api/schema";
import { useAsk } from "../../api/use";
import { Empty, Failure, Loading } from "../../components/states";
import { Line } from "../../components/text";
import { useChanges } from "../../shell/live";
import { href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { day } from "../../shell/words";
import { t } from "./words";

const wordsOf = (fact: Fact): string => `${fact.subject} ${fact.predicate} ${fact.object}`;

export function Contradictions() {
  const changes = useChanges();
  const found = useAsk(() => ask("GET /kg/contradictions"), [changes]);
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  if (!found.data.contradictions.length)
    return (
      <Empty title={t("noContradictions")}>
        <p>{t("noContradictionsHint")}</p>
      </Empty>
    );
  return (
    <ol class="plain cards">
      {found.data.contradictions.map((pair) => (
        <Pair key={`${pair.fact.id} ${pair.other.id}`} pair={pair} again={found.again} />
      ))}
    </ol>
  );
}

function Pair({ pair, again }: { pair: Contradiction; again: () => void }) {
  async function keep(wrong: Fact): Promise<void> {
    try {
      const { numbers } = await ask("POST /ui/facts/{fact}/retract", { path: { fact: wrong.id } });
      toast(t("keptThis", { fact: wordsOf(wrong) }), async () => {
        await ask("POST /ui/facts/undo", { body: { numbers } });
        again();
      });
      again();
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  return (
    <li class="card" data-item tabIndex={0}>
      <p class="meta">
        {t("both", { since: day(pair.since) || t("ever"), until: day(pair.until) || t("now") })}
      </p>
      <div class="pair">
        <One fact={pair.fact} keep={() => void keep(pair.other)} />
        <One fact={pair.other} keep={() => void keep(pair.fact)} />
      </div>
    </li>
  );
}

function One({ fact, keep }: { fact: Fact; keep: () => void }) {
  return (
    <div>
      <p>
        <Line text={wordsOf(fact)} />
      </p>
      <div class="acts">
        <button type="button" onClick={keep}>
          {t("keepThis")}
        </button>
        {fact.cite && (
          <a class="button" href={href("read", [fact.cite])}>
            {t("open")}
          </a>
        )}
      </div>
    </div>
  );
}
