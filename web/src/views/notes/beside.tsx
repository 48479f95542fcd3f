// Beside a note: what links to it, what it asks for, what may belong to it, and memories that speak of it.
import type { ComponentChildren } from "preact";
import { ask } from "../../api/client";
import type { Links, Note } from "../../api/schema";
import { type Known, useAsk } from "../../api/use";
import { When } from "../../components/badges";
import { Failure, Loading } from "../../components/states";
import { Line, Said } from "../../components/text";
import { href } from "../../shell/route";
import { t } from "./words";

export function Beside({ note, links, changes }: { note: Note; links: Known<Links>; changes: number }) {
  const path = { note: note.slug };
  const related = useAsk(() => ask("GET /notes/{note}/related", { path }), [note.slug, note.version, changes]);
  const memories = useAsk(() => ask("GET /notes/{note}/memories", { path }), [note.slug, note.version, changes]);
  return (
    <aside class="beside">
      <Part title={t("backlinks")} known={links} none={t("noBacklinks")}>
        {links.data?.backlinks.map((one) => (
          <li key={one.slug}>
            <a href={href("notes", [one.slug])}>
              <Line text={one.title} />
            </a>
            <Said text={one.line} />
          </li>
        ))}
      </Part>
      {links.data && links.data.broken.length > 0 && (
        <Part title={t("broken")} known={links} none="">
          {links.data.broken.map((one) => (
            <li key={one}>
              <a class="broken" href={href("notes", [], { new: one.replace(/^kb:/, "") })}>
                <Line text={one} />
              </a>
            </li>
          ))}
        </Part>
      )}
      <Part title={t("related")} known={related} none={t("noRelated")}>
        {related.data?.related.map((one) => (
          <li key={one.slug}>
            <a href={href("notes", [one.slug])}>
              <Line text={one.title} />
            </a>{" "}
            {one.shared.map((each) => (
              <span class="tag" key={each.name}>
                <Line text={each.name} />
              </span>
            ))}
          </li>
        ))}
      </Part>
      <Part title={t("memories")} known={memories} none={t("noMemories")}>
        {memories.data?.memories.map((one) => (
          <li key={one.id}>
            <p class="meta">
              {one.kind && <span class="tag">{t("linked")}</span>}
              {one.speaker && <strong><Line text={one.speaker} /></strong>}
              <a href={href("read", [one.id])}>{one.at ? <When at={one.at} /> : t("memories")}</a>
            </p>
            <Said text={one.text} atOnce={240} />
          </li>
        ))}
      </Part>
    </aside>
  );
}

interface Shown {
  title: string;
  known: Known<unknown>;
  none: string;
  children: ComponentChildren;
}

function Part({ title, known, none, children }: Shown) {
  const isEmpty = !Array.isArray(children) || children.length === 0;
  return (
    <section>
      <h2>{title}</h2>
      {known.error ? (
        <Failure error={known.error} again={known.again} />
      ) : known.data === undefined ? (
        <Loading />
      ) : isEmpty ? (
        <p class="soft">{none}</p>
      ) : (
        <ul class="plain">{children}</ul>
      )}
    </section>
  );
}
