// The views, in the order of the navigation. Each lives in a folder of its own and is loaded when it is asked for:
// `views/<name>/view.tsx` with a default export that takes the route, its words in `words.ts` beside it.
import type { ComponentType } from "preact";
import type { Route } from "../shell/route";
import { words } from "../shell/words";

const t = words(
  {
    search: "Search",
    palace: "Palace",
    timeline: "Timeline",
    graph: "Graph",
    notes: "Notes",
    review: "Review",
    read: "Reader",
    status: "Status",
  },
  {
    search: "搜索",
    palace: "宫殿",
    timeline: "时间线",
    graph: "关系图",
    notes: "笔记",
    review: "审阅",
    read: "阅读",
    status: "状态",
  },
);

export interface View {
  name: string;
  title: () => string;
  /** The letter after `g`; a view without one stands in no navigation. */
  key?: string;
  load: () => Promise<{ default: ComponentType<{ route: Route }> }>;
}

export const VIEWS: View[] = [
  { name: "search", title: () => t("search"), key: "s", load: () => import("./search/view") },
  { name: "palace", title: () => t("palace"), key: "p", load: () => import("./palace/view") },
  { name: "timeline", title: () => t("timeline"), key: "t", load: () => import("./timeline/view") },
  { name: "graph", title: () => t("graph"), key: "h", load: () => import("./graph/view") },
  { name: "notes", title: () => t("notes"), key: "n", load: () => import("./notes/view") },
  { name: "review", title: () => t("review"), key: "r", load: () => import("./review/view") },
  { name: "read", title: () => t("read"), load: () => import("./reader/view") },
  { name: "status", title: () => t("status"), key: "i", load: () => import("./status/view") },
];
