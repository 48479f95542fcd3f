// A path between two things: each step with the words it rests on.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Dot, Path } from "../../api/schema";
import { When } from "../../components/badges";
import { Empty } from "../../components/states";
import { Line, Said } from "../../components/text";
import { href } from "../../shell/route";
import { Find } from "./find";
import { t, tieWords } from "./words";

interface Given {
  from: Dot;
  found: (path: Path, to: Dot) => void;
}

export function PathFinder({ from, found }: Given) {
  const [hops, setHops] = useState(4);
  const [path, setPath] = useState<Path>();
  const [problem, setProblem] = useState("");

  async function look(to: Dot): Promise<void> {
    try {
      setProblem("");
      const told = await ask("GET /ui/graph/path", { query: { a: from.id, b: to.id, hops } });
      setPath(told);
      found(told, to);
    } catch (failed) {
      setPath(undefined);
      setProblem((failed as Error).message);
    }
  }

  return (
    <section class="path" aria-labelledby="path-title">
      <h3 id="path-title">{t("pathTitle")}</h3>
      <Find label={t("path")} chosen={(dot) => void look(dot)} />
      <label>
        {t("steps")}{" "}
        <select value={hops} onChange={(event) => setHops(Number(event.currentTarget.value))}>
          {[2, 3, 4, 5, 6, 8].map((one) => (
            <option key={one}>{one}</option>
          ))}
        </select>
      </label>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      {path && (path.steps.length ? <Steps path={path} /> : (
        <Empty title={t("noPath", { n: hops })}>
          <p>{t("noPathHint")}</p>
        </Empty>
      ))}
    </section>
  );
}

function Steps({ path }: { path: Path }) {
  return (
    <ol class="steps" role="list">
      {path.steps.map((step, at) => (
        <li key={at} data-step={step.dot.id}>
          {step.by && (
            <span class="tag">
              <Line text={step.says || tieWords(step.by, "")} />
            </span>
          )}
          <strong>
            <Line text={step.dot.label} />
          </strong>
          <span class="meta">
            <When at={step.at} /> {step.speaker && <Line text={step.speaker} />}
          </span>
          {step.text && <Said text={step.text} atOnce={200} />}
          {step.cite && <a href={href("read", [step.cite])}>{t("open")}</a>}
        </li>
      ))}
    </ol>
  );
}
