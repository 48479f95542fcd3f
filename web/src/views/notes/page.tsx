// A note as it is read, with what hangs together with it beside it.
import { useEffect, useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Note } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Line } from "../../components/text";
import { useChanges } from "../../shell/live";
import { go, href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { Beside } from "./beside";
import { Markdown } from "./markdown";
import { t } from "./words";

export function Page({ note, again }: { note: Note; again: () => void }) {
  const changes = useChanges();
  const path = { note: note.slug };
  const links = useAsk(() => ask("GET /notes/{note}/links", { path }), [note.slug, note.version, changes]);
  const [isRenaming, setRenaming] = useState(false);
  const broken = new Set(links.data?.broken.map((one) => one.replace(/^kb:/, "")));
  useEffect(() => {
    document.title = `${note.title} · Camillo`;
  }, [note.title]);

  async function remove(): Promise<void> {
    try {
      await ask("DELETE /notes/{note}", { path });
      toast(t("removed", { title: note.title }), async () => {
        const back = await ask("POST /notes/{note}/restore", { path });
        go(href("notes", [back.slug]));
      });
      go(href("notes"));
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  return (
    <div class="halves">
      <article class="note" data-slug={note.slug} data-version={note.version}>
        <h1>
          <Line text={note.title} />
        </h1>
        <p class="meta">
          {note.layer === "source" && <span class="tag">{t("source")}</span>}
          <span>{t("version", { n: note.version })}</span>
          <When at={note.changed} />
          {note.wingId && <a href={href("palace", [note.wingId])}><Line text={note.wingId} /></a>}
          {note.tags.map((tag) => (
            <span class="tag" key={tag}>
              #<Line text={tag} />
            </span>
          ))}
        </p>
        {/^https?:\/\//.test(note.url) && (
          <p class="meta">
            {t("captured")}{" "}
            <a href={note.url} target="_blank" rel="noopener noreferrer">
              <Line text={note.url} />
            </a>
          </p>
        )}
        <div class="acts">
          {note.layer === "page" && (
            <a class="button" href={href("notes", [note.slug], { mode: "edit" })}>
              {t("edit")}
            </a>
          )}
          <button type="button" aria-expanded={isRenaming} onClick={() => setRenaming(!isRenaming)}>
            {t("rename")}
          </button>
          <a class="button" href={href("notes", [note.slug], { mode: "history" })}>
            {t("history")}
          </a>
          <a class="button" href={href("graph", [], { id: `${note.layer}:${note.slug}` })}>
            {t("inGraph")}
          </a>
          <button type="button" onClick={() => void remove()}>
            {t("remove")}
          </button>
        </div>
        {isRenaming && <Rename note={note} again={again} done={() => setRenaming(false)} />}
        <Markdown text={note.text} broken={broken} />
      </article>
      <Beside note={note} links={links} changes={changes} />
    </div>
  );
}

function Rename({ note, again, done }: { note: Note; again: () => void; done: () => void }) {
  const [title, setTitle] = useState(note.title);

  async function rename(): Promise<void> {
    try {
      const made = await ask("PATCH /notes/{note}", { path: { note: note.slug }, body: { title } });
      toast(t("renamed", { n: made.rewritten.length }), async () => {
        const old = { title: note.title, slug: note.slug };
        await ask("PATCH /notes/{note}", { path: { note: made.note.slug }, body: old });
        go(href("notes", [note.slug]));
        again();
      });
      done();
      go(href("notes", [made.note.slug]));
      again();
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  return (
    <form
      class="acts"
      onSubmit={(event) => {
        event.preventDefault();
        void rename();
      }}
    >
      <input
        aria-label={t("newTitle")}
        required
        maxLength={200}
        dir="auto"
        value={title}
        onInput={(event) => setTitle(event.currentTarget.value)}
      />
      <button type="submit" class="strong">
        {t("rename")}
      </button>
      <button type="button" onClick={done}>
        {t("cancel")}
      </button>
    </form>
  );
}
