// All notes: searched together with memories, listed, and what is to be tended.
import { useState } from "preact/hooks";
import { ask } from "../../api/client";
import type { Head, Overview, Talks } from "../../api/schema";
import { useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { PassageCard } from "../../components/card";
import { Empty, Failure, Loading } from "../../components/states";
import { Line, markedBy } from "../../components/text";
import { useChanges } from "../../shell/live";
import { type Route, go, href } from "../../shell/route";
import { toast } from "../../shell/toasts";
import { t } from "./words";

const STEP = 100;

export function Home({ route }: { route: Route }) {
  const question = route.query.get("q") ?? "";
  const tab = route.query.get("tab") === "memories" ? "memories" : "notes";
  const [more, setMore] = useState(0);
  const changes = useChanges();
  const [restored, setRestored] = useState(0);
  const notes = useAsk(() => ask("GET /notes", { query: { limit: 1000 } }), [changes, restored]);
  const overview = useAsk(() => ask("GET /notes/overview"), [changes, restored]);
  const gone = useAsk(() => ask("GET /notes", { query: { deleted: true } }), [changes, restored]);
  const change = (q: string, to = tab): void => go(href("notes", [], { q, tab: to === "memories" ? to : "" }), true);

  async function restore(note: Head): Promise<void> {
    try {
      const back = await ask("POST /notes/{note}/restore", { path: { note: note.slug } });
      toast(t("restored", { title: note.title }), async () => {
        await ask("DELETE /notes/{note}", { path: { note: back.slug } });
        setRestored((one) => one + 1);
      });
      setRestored((one) => one + 1);
    } catch (failed) {
      toast((failed as Error).message);
    }
  }

  return (
    <div class="notes">
      <h1>{t("title")}</h1>
      <form role="search" class="search" onSubmit={(event) => event.preventDefault()}>
        <input
          type="search"
          aria-label={t("search")}
          placeholder={t("search")}
          autocomplete="off"
          dir="auto"
          maxLength={500}
          value={question}
          onInput={(event) => change(event.currentTarget.value)}
        />
      </form>
      {question.trim() ? (
        <Answers question={question} tab={tab} choose={(to) => change(question, to)} notes={notes.data?.notes ?? []} />
      ) : (
        <>
          <p class="acts">
            <a class="button strong" href={href("notes", [], { new: " " })}>
              {t("write")}
            </a>
          </p>
          {notes.error ? (
            <Failure error={notes.error} again={notes.again} />
          ) : !notes.data ? (
            <Loading />
          ) : (
            <div class="halves">
              <section aria-labelledby="all-title">
                <h2 id="all-title">{t("all")}</h2>
                {notes.data.notes.length ? (
                  <Heads notes={newest(notes.data.notes).slice(0, STEP * (more + 1))} />
                ) : (
                  <Empty title={t("noNotes")}>
                    <p>{t("noNotesHint")}</p>
                  </Empty>
                )}
                {notes.data.notes.length > STEP * (more + 1) && (
                  <button type="button" onClick={() => setMore(more + 1)}>
                    {t("more")}
                  </button>
                )}
              </section>
              <aside class="beside">
                {overview.error && <Failure error={overview.error} again={overview.again} />}
                {overview.data && <Tended found={overview.data} />}
                {gone.data && gone.data.notes.length > 0 && (
                  <section>
                    <h2>{t("deletedOnes")}</h2>
                    <ul class="plain">
                      {gone.data.notes.map((one) => (
                        <li key={`${one.slug} ${one.changed}`}>
                          <Line text={one.title} />{" "}
                          <button type="button" onClick={() => void restore(one)}>
                            {t("restore")}
                          </button>
                        </li>
                      ))}
                    </ul>
                  </section>
                )}
              </aside>
            </div>
          )}
        </>
      )}
    </div>
  );
}

const newest = (notes: Head[]): Head[] => [...notes].sort((a, b) => b.changed.localeCompare(a.changed));

function Heads({ notes }: { notes: Head[] }) {
  return (
    <ul class="plain heads">
      {notes.map((one) => (
        <li key={one.slug}>
          <a data-item href={href("notes", [one.slug])}>
            <Line text={one.title} />
          </a>
          <span class="meta">
            {one.layer === "source" && <span class="tag">{t("source")}</span>}
            <When at={one.changed} />
            {one.tags.slice(0, 6).map((tag) => (
              <span class="tag" key={tag}>
                #<Line text={tag} />
              </span>
            ))}
          </span>
        </li>
      ))}
    </ul>
  );
}

function Tended({ found }: { found: Overview }) {
  return (
    <>
      {found.hubs.length > 0 && (
        <section>
          <h2>{t("mostLinked")}</h2>
          <ul class="plain">
            {found.hubs.slice(0, 10).map((one) => (
              <li key={one.slug}>
                <a href={href("notes", [one.slug])}>
                  <Line text={one.title} />
                </a>{" "}
                <span class="meta">{t("backlinked", { n: one.backlinks })}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section data-part="orphans">
        <h2>{t("orphans")}</h2>
        {found.orphans.length ? (
          <ul class="plain">
            {found.orphans.slice(0, STEP).map((one) => (
              <li key={one.slug}>
                <a href={href("notes", [one.slug])}>
                  <Line text={one.title} />
                </a>
              </li>
            ))}
          </ul>
        ) : (
          <p class="soft">{t("noOrphans")}</p>
        )}
      </section>
      <section data-part="broken">
        <h2>{t("wanted")}</h2>
        {found.broken.length ? (
          <ul class="plain">
            {found.broken.slice(0, STEP).map((one) => (
              <li key={one.target}>
                <a class="broken" href={href("notes", [], { new: one.target.replace(/^kb:/, "") })}>
                  <Line text={one.target} />
                </a>{" "}
                <span class="meta">
                  {t("wantedBy")}{" "}
                  {one.wantedBy.slice(0, 3).map((slug) => (
                    <a key={slug} href={href("notes", [slug])}>
                      <Line text={slug} />
                    </a>
                  ))}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p class="soft">{t("noWanted")}</p>
        )}
      </section>
    </>
  );
}

type Tab = "notes" | "memories";

interface Asked {
  question: string;
  tab: Tab;
  choose: (tab: Tab) => void;
  notes: Head[];
}

function Answers({ question, tab, choose, notes }: Asked) {
  const wanted = question.trim().toLowerCase();
  const titled = notes.filter((one) => one.title.toLowerCase().includes(wanted) || one.slug.includes(wanted));
  const pages = useAsk(() => ask("GET /ui/search", { query: { q: question, kind: "page", limit: 10 } }), [question]);
  const all = useAsk(() => ask("GET /ui/search", { query: { q: question, limit: 20 } }), [question]);
  const isNotes = tab === "notes";
  return (
    <div aria-busy={pages.isWaiting || all.isWaiting} data-question={question} class="answer">
      <div role="tablist" aria-label={t("tabs")} class="tabs">
        {(["notes", "memories"] as const).map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`tab-${one}`}
            aria-selected={one === tab}
            aria-controls="tab-panel"
            tabIndex={one === tab ? 0 : -1}
            onClick={() => choose(one)}
            onKeyDown={(event) => {
              if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
              const other = one === "notes" ? "memories" : "notes";
              choose(other);
              document.getElementById(`tab-${other}`)?.focus();
            }}
          >
            {one === "notes" ? t("tabNotes") : t("tabMemories")}
          </button>
        ))}
      </div>
      <div role="tabpanel" id="tab-panel" aria-labelledby={`tab-${tab}`}>
        {isNotes && titled.length > 0 && <Heads notes={titled.slice(0, 50)} />}
        {isNotes && titled.length > 0 && (pages.data?.talks.length ?? 0) > 0 && <h2>{t("inText")}</h2>}
        <Found found={isNotes ? pages.data : memories(all.data)} isAlone={!isNotes || !titled.length} />
      </div>
    </div>
  );
}

/** What was said and mined, without the notes among it. */
function memories(found: Talks | undefined): Talks | undefined {
  return found && { ...found, talks: found.talks.filter((one) => !["page", "source"].includes(one.best.sourceKind)) };
}

function Found({ found, isAlone }: { found: Talks | undefined; isAlone: boolean }) {
  if (!found) return <Loading />;
  if (!found.talks.length)
    return isAlone ? (
      <Empty title={t("noneFound")}>
        <p>{t("noneFoundHint")}</p>
      </Empty>
    ) : null;
  const terms = found.understood.terms;
  const mark = markedBy(Array.isArray(terms) ? terms.map(String) : []);
  return (
    <ol class="talks">
      {found.talks.map(({ best }) => (
        <li key={best.id} class="talk" data-item tabIndex={0}>
          <h2>
            <a href={best.sourceKind === "page" ? href("notes", [best.title]) : href("read", [best.id])}>
              <Line text={best.title || best.conversation} />
            </a>
          </h2>
          <PassageCard hit={best} mark={mark} />
        </li>
      ))}
    </ol>
  );
}
