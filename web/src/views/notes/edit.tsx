// Writing a note: the text with completion of links, its preview, and what happens when somebody else wrote too.
import { useEffect, useState } from "preact/hooks";
import { Failed, ask } from "../../api/client";
import type { Note } from "../../api/schema";
import { Line, Said } from "../../components/text";
import { go, href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { Markdown } from "./markdown";
import { t } from "./words";
import { Writing } from "./writing";

const CALM = 150;

interface Given {
  note: Note | null;
  title?: string;
  again: () => void;
}

export function Edit({ note, title: first = "", again }: Given) {
  const [title, setTitle] = useState(first);
  const [text, setText] = useState(note?.text ?? "");
  const [version, setVersion] = useState(note?.version ?? 0);
  const [theirs, setTheirs] = useState<Note>();
  const [problem, setProblem] = useState("");
  const [preview, setPreview] = useState(text);
  const isChanged = text !== (note?.text ?? "");
  useEffect(() => {
    const timer = setTimeout(() => setPreview(text), CALM);
    return () => clearTimeout(timer);
  }, [text]);
  useEffect(() => {
    if (!isChanged) return;
    const stay = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener("beforeunload", stay);
    return () => removeEventListener("beforeunload", stay);
  }, [isChanged]);

  async function save(from: number): Promise<void> {
    setProblem("");
    try {
      const made = note
        ? await ask("PUT /notes/{note}", { path: { note: note.slug }, body: { text, version: from } })
        : await ask("POST /notes", { body: { text, title: title.trim() || null } });
      const before = made.version === from + 1 ? from : 0;
      toast(t("saved", { title: made.title }), before || !note ? () => takeBack(made, before, again) : undefined);
      again();
      go(href("notes", [made.slug]));
    } catch (failed) {
      if (note && failed instanceof Failed && failed.status === 412) await conflict(note.slug);
      else setProblem((failed as Error).message);
    }
  }

  async function conflict(slug: string): Promise<void> {
    try {
      const now = await ask("GET /notes/{note}", { path: { note: slug } });
      setTheirs(now);
      setVersion(now.version);
    } catch (failed) {
      setProblem((failed as Error).message);
    }
  }

  return (
    <form
      class="editor"
      onSubmit={(event) => {
        event.preventDefault();
        void save(version);
      }}
    >
      <h1>{note ? <Line text={note.title} /> : t("write")}</h1>
      {!note && (
        <label class="wide">
          {t("noteTitle")}
          <input maxLength={200} dir="auto" value={title} onInput={(event) => setTitle(event.currentTarget.value)} />
        </label>
      )}
      {theirs && (
        <Conflict
          theirs={theirs}
          mine={text}
          keepMine={() => void save(theirs.version)}
          keepTheirs={() => {
            setText(theirs.text);
            setTheirs(undefined);
            again();
            go(href("notes", [theirs.slug]));
          }}
        />
      )}
      <div class="halves">
        <Writing text={text} change={setText} />
        <section class="preview" aria-labelledby="preview-title">
          <h2 id="preview-title">{t("preview")}</h2>
          <Markdown text={preview} />
        </section>
      </div>
      {problem && (
        <p class="problem" role="alert">
          {problem}
        </p>
      )}
      <div class="acts">
        <button type="submit" class="strong" disabled={!text.trim()}>
          {t("save")}
        </button>
        <a class="button" href={note ? href("notes", [note.slug]) : href("notes")}>
          {t("cancel")}
        </a>
      </div>
    </form>
  );
}

async function takeBack(made: Note, before: number, again: () => void): Promise<void> {
  const path = { note: made.slug };
  if (before) await ask("POST /notes/{note}/restore", { path, body: { version: before } });
  else {
    await ask("DELETE /notes/{note}", { path });
    go(href("notes"));
  }
  again();
}

interface Both {
  theirs: Note;
  mine: string;
  keepMine: () => void;
  keepTheirs: () => void;
}

function Conflict({ theirs, mine, keepMine, keepTheirs }: Both) {
  return (
    <section class="problem conflict" role="alert">
      <strong>{t("changedSince")}</strong>
      <p>{t("changedHint")}</p>
      <div class="halves">
        <div>
          <h2>{t("theirs", { n: theirs.version })}</h2>
          <Said text={theirs.text} />
          <button type="button" onClick={keepTheirs}>
            {t("keepTheirs")}
          </button>
        </div>
        <div>
          <h2>{t("mine")}</h2>
          <Said text={mine} />
          <button type="button" onClick={keepMine}>
            {t("keepMine")}
          </button>
        </div>
      </div>
    </section>
  );
}
