// Proposals, each with the words it rests on and what accepting does: accepted, edited or rejected, and undone.
import { useState } from "preact/hooks";
import { Failed, ask } from "../../api/client";
import type { Proposal } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Empty, Failure, Loading } from "../../components/states";
import { Line, Said } from "../../components/text";
import { useChanges } from "../../shell/live";
import { href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { t } from "./words";

const FLAGS = {
  limit: "flag_limit",
  "model-failed": "flag_model_failed",
  "model-corrected": "flag_model_corrected",
  newest: "flag_newest",
} as const;

export function Proposals() {
  const changes = useChanges();
  const found = useAsk(() => ask("GET /ui/review/proposals"), [changes]);
  if (found.error instanceof Failed && found.error.status === 403) return <p class="problem">{t("readOnly")}</p>;
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  return (
    <>
      {found.data.flags.map((flag) => (
        <p class="meta" key={flag}>
          {t("flags")}: {flag in FLAGS ? t(FLAGS[flag as keyof typeof FLAGS]) : flag}
        </p>
      ))}
      {found.data.proposals.length ? (
        <ol class="plain cards">
          {found.data.proposals.map((one) => (
            <One key={one.id} proposal={one} again={found.again} />
          ))}
        </ol>
      ) : (
        <Empty title={t("noProposals")}>
          <p>{t("noProposalsHint")}</p>
          <a class="button" href={href("review", ["decided"])}>
            {t("decided")}
          </a>
        </Empty>
      )}
    </>
  );
}

type Doing = "" | "edit" | "reject";

function One({ proposal, again }: { proposal: Proposal; again: () => void }) {
  const [doing, setDoing] = useState<Doing>("");
  const [text, setText] = useState("");
  const [problem, setProblem] = useState("");
  const path = { proposal: proposal.id };

  async function decide(how: "accepted" | "edited" | "rejected"): Promise<void> {
    setProblem("");
    try {
      const made = await (how === "rejected"
        ? ask("POST /ui/review/proposals/{proposal}/reject", { path, body: { reason: text } })
        : ask("POST /ui/review/proposals/{proposal}/accept", { path, body: how === "edited" ? { edited: text } : {} }));
      toast(t(how), async () => {
        await ask("POST /ui/review/decisions/{number}/undo", { path: { number: made.number } });
        again();
      });
      again();
    } catch (failed) {
      setProblem((failed as Error).message);
    }
  }

  function begin(what: Doing): void {
    setDoing(doing === what ? "" : what);
    setText(what === "edit" ? suggested(proposal) : "");
  }

  return (
    <li class="card" data-item data-proposal={proposal.id} tabIndex={0}>
      <p class="meta">
        <span class="tag">{t(`kind_${proposal.kind}`)}</span>
        {proposal.wingId && <Line text={proposal.wingId} />}
        {proposal.by && <span>{t("byModel", { by: proposal.by })}</span>}
      </p>
      <Said text={proposal.text} />
      <Evidence proposal={proposal} />
      <div class="acts">
        <button type="button" class="strong" onClick={() => void decide("accepted")}>
          {t("accept")}
        </button>
        <button type="button" aria-expanded={doing === "edit"} onClick={() => begin("edit")}>
          {t("edit")}
        </button>
        <button type="button" aria-expanded={doing === "reject"} onClick={() => begin("reject")}>
          {t("reject")}
        </button>
      </div>
      {doing && (
        <form
          class="deciding"
          onSubmit={(event) => {
            event.preventDefault();
            void decide(doing === "edit" ? "edited" : "rejected");
          }}
        >
          <label>
            {doing === "edit" ? t(`wordsFor_${proposal.kind}`) : t("reason")}
            <textarea
              dir="auto"
              required={doing === "edit"}
              maxLength={doing === "edit" ? 100_000 : 500}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          </label>
          <div class="acts">
            <button type="submit" class="strong">
              {doing === "edit" ? t("save") : t("reject")}
            </button>
            <button type="button" onClick={() => setDoing("")}>
              {t("cancel")}
            </button>
          </div>
        </form>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
    </li>
  );
}

/** What is proposed, to begin an edit from. */
function suggested(proposal: Proposal): string {
  const told = proposal.would;
  const from = { insight: "text", page: "text", link: "kind", alias: "into", merge: "into" } as Record<string, string>;
  const value = told[from[proposal.kind] ?? ""];
  return typeof value === "string" ? value : "";
}

function Evidence({ proposal }: { proposal: Proposal }) {
  if (!proposal.evidence.length) return null;
  return (
    <details>
      <summary>{t("evidence", { n: proposal.evidence.length })}</summary>
      <ul class="plain evidence">
        {proposal.evidence.map((one) => (
          <li key={one.id}>
            <p class="meta">
              <When at={one.at} />
              {one.speaker && (
                <strong>
                  <Line text={one.speaker} />
                </strong>
              )}
              <a href={href("read", [one.id])}>{t("open")}</a>
            </p>
            <Said text={one.text} atOnce={400} />
          </li>
        ))}
      </ul>
      <p class="meta">
        {t("would")}: <Line text={Object.values(proposal.would).filter((one) => typeof one === "string").join(" · ").slice(0, 400)} />
      </p>
    </details>
  );
}
