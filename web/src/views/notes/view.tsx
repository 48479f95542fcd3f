// Notes: all of them, or one of them read, written, or looked at through its versions.
import { Failed, ask } from "../../api/client";
import { useAsk } from "../../api/use";
import { Empty, Failure, Loading } from "../../components/states";
import { useChanges } from "../../shell/live";
import { type Route, href } from "../../shell/route";
import { Edit } from "./edit";
import { History } from "./history";
import { Home } from "./home";
import "./notes.css";
import { Page } from "./page";
import { t } from "./words";

export default function Notes({ route }: { route: Route }) {
  const slug = route.rest[0];
  const fresh = route.query.get("new");
  if (slug) return <One key={slug} slug={slug} mode={route.query.get("mode") ?? ""} />;
  if (fresh !== null) return <Edit note={null} title={fresh.trim()} again={() => undefined} />;
  return <Home route={route} />;
}

function One({ slug, mode }: { slug: string; mode: string }) {
  const changes = useChanges();
  // What somebody writes stays as it is while they write, whatever happens to the note meanwhile.
  const isWriting = mode === "edit";
  const found = useAsk(() => ask("GET /notes/{note}", { path: { note: slug } }), [slug, isWriting ? -1 : changes]);
  if (found.error instanceof Failed && [404, 422].includes(found.error.status))
    return (
      <Empty title={t("lost")}>
        <p>{t("lostHint")}</p>
        <p class="acts">
          <a class="button" href={href("notes", [], { new: slug })}>
            {t("writeIt")}
          </a>
          <a class="button" href={href("notes")}>
            {t("all")}
          </a>
        </p>
      </Empty>
    );
  if (found.error) return <Failure error={found.error} again={found.again} />;
  if (!found.data) return <Loading />;
  if (isWriting && found.data.layer === "page") return <Edit note={found.data} again={found.again} />;
  if (mode === "history") return <History note={found.data} again={found.again} />;
  return <Page note={found.data} again={found.again} />;
}
