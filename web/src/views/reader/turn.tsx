// One turn: who said it and when; tool calls, their results and thinking are folded.
import type { TurnRead } from "../../api/schema";
import { When, Where } from "../../components/badges";
import { Line, Passage, Said } from "../../components/text";
import { toast } from "../../shell/toasts";
import { bytes } from "../../shell/words";
import { t } from "./words";

const FOLDED = ["tool_call", "tool_result", "thinking", "system", "injected", "attachment"];

export const isFolded = (turn: TurnRead): boolean => FOLDED.includes(turn.part);

function Words({ turn }: { turn: TurnRead }) {
  if (!turn.readable) return <p class="soft">{t("binary", { media: turn.mediaType, size: bytes(turn.size) })}</p>;
  return (
    <>
      {turn.passage ? <Passage {...turn.passage} /> : <Said text={turn.text} atOnce={6000} />}
      {turn.cut > 0 && <p class="soft">{t("cut", { size: bytes(turn.cut) })}</p>}
    </>
  );
}

function toolOf(turn: TurnRead): string {
  const told = turn.meta.tool ?? turn.meta.tool_name ?? turn.meta.name;
  return typeof told === "string" ? told : "";
}

export function Turn({
  turn,
  isFocus,
  isOpen,
  forget,
}: {
  turn: TurnRead;
  isFocus: boolean;
  isOpen: boolean;
  forget: () => void;
}) {
  const tool = toolOf(turn);
  return (
    <li
      class="turn"
      data-item
      data-turn={turn.id}
      data-role={turn.role}
      data-focus={isFocus ? "true" : undefined}
      tabIndex={0}
      aria-current={isFocus ? "true" : undefined}
    >
      <p class="meta">
        <strong>
          <Line text={turn.speaker || turn.role || t("text")} />
        </strong>
        {turn.speaker && turn.role && turn.role !== turn.speaker && <span>{turn.role}</span>}
        <When at={turn.at} />
        {turn.part !== "text" && <span class="tag">{t(turn.part as "text")}</span>}
        {turn.branch && (
          <span class="tag">
            <Line text={t("other", { name: turn.branch })} />
          </span>
        )}
        <Where wing={turn.wingId} room={turn.roomId} hall={turn.hall} />
      </p>
      {isFolded(turn) ? (
        <details open={isOpen || isFocus} class="folded">
          <summary>
            {t(turn.part as "text")} {tool && <Line text={tool} />} <span class="soft">{bytes(turn.size)}</span>
          </summary>
          <Words turn={turn} />
        </details>
      ) : (
        <Words turn={turn} />
      )}
      <p class="acts">
        <button type="button" class="quiet" onClick={() => void copy(turn.id)}>
          {t("copyId")}
        </button>
        <button type="button" class="quiet" title={t("forgetHint")} onClick={forget}>
          {t("forget")}
        </button>
      </p>
    </li>
  );
}

async function copy(id: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(id);
    toast(t("copied"));
  } catch {
    toast(id);
  }
}
