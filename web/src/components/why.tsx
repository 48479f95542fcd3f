// Why a passage was found: the score of each stage, as the recall tells it.
import { words } from "../shell/words";

const t = words(
  {
    by: "Found by",
    stage: "Stage",
    score: "Score",
    groups: "group",
    arms: "arm",
    fused: "fused",
    rank: "rank (the sum it is ordered by)",
    context: "bonus: its conversation",
    graph: "bonus: what hangs together",
    context_line: "bonus: later words about it",
    conversation: "score of its conversation",
    path: "Path",
  },
  {
    by: "由此找到",
    stage: "阶段",
    score: "得分",
    groups: "组",
    arms: "分支",
    fused: "融合",
    rank: "排序值（最终总和）",
    context: "加分：所在对话",
    graph: "加分：相互关联",
    context_line: "加分：后来的相关话语",
    conversation: "所在对话的得分",
    path: "路径",
  },
);

type Told = Record<string, unknown>;

function rows(why: Told): Array<[string, number]> {
  const found: Array<[string, number]> = [];
  for (const [name, value] of Object.entries(why)) {
    if (typeof value === "number") found.push([t(name as "rank") || name, value]);
    else if (value && typeof value === "object" && !Array.isArray(value))
      for (const [inner, each] of Object.entries(value as Told))
        if (typeof each === "number") found.push([`${t(name as "arms")}: ${inner}`, each]);
  }
  return found;
}

export function Why({ why }: { why: Told }) {
  const all = rows(why);
  const most = Math.max(...all.map(([, value]) => Math.abs(value)), 1e-9);
  const by = Array.isArray(why.found_by) ? why.found_by.join(", ") : "";
  return (
    <div class="why">
      {by && (
        <p>
          {t("by")}: {by}
        </p>
      )}
      <table>
        <thead>
          <tr>
            <th scope="col">{t("stage")}</th>
            <th scope="col">{t("score")}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {all.map(([name, value]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="figure">{value.toFixed(4)}</td>
              <td>
                <meter min={0} max={most} value={Math.abs(value)} aria-label={name} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
