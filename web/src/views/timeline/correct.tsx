// Putting a fact right: it ended, something else took its place, or it never was so. Each can be undone.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { PlacedFact } from "../../api/schema";
import { toast } from "../../shell/toasts";
import { wordsOf } from "./facts";
import { t } from "./words";

type How = "ended" | "instead" | "wrong";
const HOW: How[] = ["ended", "instead", "wrong"];
const SAVED = { ended: "savedEnd", instead: "savedInstead", wrong: "savedWrong" } as const;

interface Given {
  fact: PlacedFact;
  done: () => void;
  again: () => void;
  cancel: () => void;
}

export function Correct({ fact, done, again, cancel }: Given) {
  const [how, setHow] = useState<How>("ended");
  const [at, setAt] = useState("");
  const [object, setObject] = useState("");
  const [problem, setProblem] = useState("");
  const told = wordsOf(fact);

  async function save(): Promise<void> {
    try {
      const path = { fact: fact.id };
      const { numbers } = await (how === "ended"
        ? ask("POST /ui/facts/{fact}/end", { path, body: { ended: at || null } })
        : how === "instead"
          ? ask("POST /ui/facts/{fact}/supersede", { path, body: { object: object.trim(), at: at || null } })
          : ask("POST /ui/facts/{fact}/retract", { path }));
      toast(
        t(SAVED[how], { fact: told }),
        numbers.length
          ? async () => {
              await ask("POST /ui/facts/undo", { body: { numbers } });
              again();
            }
          : undefined,
      );
      done();
    } catch (failed) {
      setProblem((failed as Error).message);
    }
  }

  return (
    <form
      class="correct"
      aria-label={t("correctFact", { fact: told })}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <fieldset>
        <legend class="visually-hidden">{t("correct")}</legend>
        {HOW.map((one) => (
          <label key={one}>
            <input type="radio" name={`how-${fact.id}`} checked={how === one} onChange={() => setHow(one)} /> {t(one)}
          </label>
        ))}
      </fieldset>
      {how === "instead" && (
        <label>
          {t("insteadIs")}
          <input required maxLength={500} dir="auto" value={object} onInput={(event) => setObject(event.currentTarget.value)} />
        </label>
      )}
      {how === "wrong" ? (
        <p>{t("wrongHint")}</p>
      ) : (
        <label>
          {how === "ended" ? t("endedOn") : t("insteadFrom")}
          <input type="date" value={at} onInput={(event) => setAt(event.currentTarget.value)} />
        </label>
      )}
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="acts">
        <button type="submit" class="strong">
          {t("save")}
        </button>
        <button type="button" onClick={cancel}>
          {t("cancel")}
        </button>
      </div>
    </form>
  );
}
