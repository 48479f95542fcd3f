// Markdown cut into blocks and pieces, as data: what becomes of them is text and a few known elements, never markup.

export type Piece =
  | { kind: "text" | "code"; text: string }
  | { kind: "strong" | "em" | "del"; inner: Piece[] }
  | { kind: "note"; target: string; inner: Piece[] }
  | { kind: "web"; address: string; inner: Piece[] };

export type Block =
  | { kind: "heading"; level: number; inner: Piece[] }
  | { kind: "paragraph"; inner: Piece[] }
  | { kind: "code" | "front"; text: string }
  | { kind: "rule" }
  | { kind: "quote"; blocks: Block[] }
  | { kind: "list"; ordered: boolean; first: number; items: Item[] }
  | { kind: "table"; head: Piece[][]; rows: Piece[][][] };

export interface Item {
  /** Of a task whether it is done, else null. */
  done: boolean | null;
  blocks: Block[];
}

const DEEP = 12;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const HEADING = /^ {0,3}(#{1,6})(?:[ \t]+(.*?))?(?:[ \t]+#+)?[ \t]*$/;
const RULE = /^ {0,3}(?:(?:\*[ \t]*){3,}|(?:-[ \t]*){3,}|(?:_[ \t]*){3,})$/;
const ITEM = /^( {0,3})([-*+]|\d{1,9}[.)])(?:[ \t]+|$)/;
const TABLE_RULE = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;

/** The blocks of a note; what stands deeper than a dozen lists or quotes stays as it is written. */
export function blocks(text: string): Block[] {
  const lines = text.replaceAll("\r\n", "\n").split("\n");
  const found: Block[] = [];
  if (lines[0]?.trimEnd() === "---") {
    const end = lines.findIndex((line, at) => at > 0 && /^(---|\.\.\.)\s*$/.test(line));
    if (end > 0) found.push({ kind: "front", text: lines.splice(0, end + 1).slice(1, -1).join("\n") });
  }
  return [...found, ...cut(lines, 0)];
}

function cut(lines: string[], depth: number): Block[] {
  const found: Block[] = [];
  let at = 0;
  if (depth > DEEP) return [{ kind: "code", text: lines.join("\n") }];
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const fence = FENCE.exec(line);
    const heading = HEADING.exec(line);
    const item = ITEM.exec(line);
    if (!line.trim()) at += 1;
    else if (fence) {
      const mark = fence[1] ?? "";
      const stop = until(lines, at + 1, (one) => one.trim().startsWith(mark) && !one.trim().replaceAll(mark[0] ?? "", ""));
      found.push({ kind: "code", text: lines.slice(at + 1, stop).join("\n") });
      at = stop + 1;
    } else if (heading) {
      found.push({ kind: "heading", level: heading[1]?.length ?? 1, inner: pieces(heading[2] ?? "") });
      at += 1;
    } else if (RULE.test(line)) {
      found.push({ kind: "rule" });
      at += 1;
    } else if (/^ {0,3}>/.test(line)) {
      const stop = until(lines, at, (one) => !/^ {0,3}>/.test(one));
      found.push({ kind: "quote", blocks: cut(lines.slice(at, stop).map((one) => one.replace(/^ {0,3}> ?/, "")), depth + 1) });
      at = stop;
    } else if (item) {
      const [list, stop] = listAt(lines, at, depth);
      found.push(list);
      at = stop;
    } else if (line.includes("|") && TABLE_RULE.test(lines[at + 1] ?? "")) {
      const stop = until(lines, at + 2, (one) => !one.includes("|"));
      const rows = lines.slice(at + 2, stop).map(cells);
      found.push({ kind: "table", head: cells(line), rows });
      at = stop;
    } else {
      const stop = until(lines, at + 1, (one) => !one.trim() || [FENCE, HEADING, RULE, ITEM, /^ {0,3}>/].some((mark) => mark.test(one)));
      found.push({ kind: "paragraph", inner: pieces(lines.slice(at, stop).join("\n")) });
      at = stop;
    }
  }
  return found;
}

function until(lines: string[], from: number, isEnd: (line: string) => boolean): number {
  let at = from;
  while (at < lines.length && !isEnd(lines[at] ?? "")) at += 1;
  return at;
}

function listAt(lines: string[], from: number, depth: number): [Block, number] {
  const sign = ITEM.exec(lines[from] ?? "")?.[2] ?? "-";
  const ordered = /\d/.test(sign);
  const items: Item[] = [];
  let at = from;
  while (at < lines.length) {
    const line = lines[at] ?? "";
    const mark = ITEM.exec(line);
    if (!mark || /\d/.test(mark[2] ?? "") !== ordered || RULE.test(line)) break;
    const width = mark[0].length;
    const own = [line.slice(width)];
    at += 1;
    while (at < lines.length) {
      const next = lines[at] ?? "";
      const isBlank = !next.trim();
      const inside = /^(?: {2,}|\t)/.test(next);
      if (isBlank ? !/^(?: {2,}|\t)/.test(lines[at + 1] ?? "") : !inside && (ITEM.test(next) || lines[at - 1]?.trim() === "")) break;
      if (!isBlank && !inside && [FENCE, HEADING, RULE, /^ {0,3}>/].some((one) => one.test(next))) break;
      own.push(next.replace(new RegExp(`^(?: {1,${width}}|\\t)`), ""));
      at += 1;
    }
    const task = /^\[([ xX])\][ \t]+/.exec(own[0] ?? "");
    if (task) own[0] = (own[0] ?? "").slice(task[0].length);
    items.push({ done: task ? task[1] !== " " : null, blocks: cut(own, depth + 1) });
    if (!(lines[at] ?? "").trim() && ITEM.test(lines[at + 1] ?? "")) at += 1;
  }
  return [{ kind: "list", ordered, first: ordered ? Number.parseInt(sign, 10) : 1, items }, at];
}

function cells(line: string): Piece[][] {
  const bare = line.trim().replace(/^\|/, "").replace(/(?<!\\)\|$/, "");
  return bare.split(/(?<!\\)\|/).map((cell) => pieces(cell.trim().replaceAll("\\|", "|")));
}

const INLINE = new RegExp(
  [
    "(?<escaped>\\\\[!-/:-@[-`{-~])",
    "(?<!`)(?<ticks>`+)(?!`)(?<code>[^`]|[^`][^]{0,5000}?[^`])\\k<ticks>(?!`)",
    "!?\\[\\[(?<wiki>[^\\[\\]\\n]{1,1000})\\]\\]",
    "!?\\[(?<label>[^\\[\\]]{0,1000})\\]\\((?<target><[^<>\\n]{0,2000}>|[^()\\s]{0,2000})(?:[ \\t]+\"[^\"\\n]{0,500}\")?\\)",
    "(?<bare>https?://[^\\s<>\"'`)\\]]{1,2000})",
    "\\*\\*(?<strong>[^\\s*](?:[^*\\n]{0,2000}[^\\s*])?)\\*\\*",
    "\\*(?<em>[^\\s*](?:[^*\\n]{0,2000}[^\\s*])?)\\*",
    "~~(?<del>[^~\\n]{1,2000})~~",
  ].join("|"),
  "gu",
);
/** Longer runs stay plain: they are no prose, and looking for marks in them takes long. */
const LONGEST = 50_000;

/** The pieces of a run of text. */
export function pieces(text: string, depth = 0): Piece[] {
  if (text.length > LONGEST || depth > DEEP) return [{ kind: "text", text }];
  const found: Piece[] = [];
  let last = 0;
  const inner = (told: string): Piece[] => pieces(told, depth + 1);
  for (const match of text.matchAll(INLINE)) {
    const told = match.groups ?? {};
    if (match.index > last) found.push({ kind: "text", text: text.slice(last, match.index) });
    last = match.index + match[0].length;
    if (told.escaped) found.push({ kind: "text", text: told.escaped.slice(1) });
    else if (told.code !== undefined) found.push({ kind: "code", text: told.code });
    else if (told.wiki) found.push(wiki(told.wiki));
    else if (told.target !== undefined) found.push(linked(told.target.replace(/^<|>$/g, ""), told.label ?? "", match[0], inner));
    else if (told.bare) found.push({ kind: "web", address: told.bare, inner: [{ kind: "text", text: told.bare }] });
    else if (told.strong) found.push({ kind: "strong", inner: inner(told.strong) });
    else if (told.em) found.push({ kind: "em", inner: inner(told.em) });
    else if (told.del) found.push({ kind: "del", inner: inner(told.del) });
  }
  if (last < text.length) found.push({ kind: "text", text: text.slice(last) });
  return found;
}

function wiki(written: string): Piece {
  const [named = "", ...alias] = written.replaceAll("\\|", "|").split("|");
  const target = (named.split("#")[0] ?? "").trim();
  const shown = alias.join("|").trim() || named.trim().replace(/^kb:/, "");
  const inner: Piece[] = [{ kind: "text", text: shown }];
  return target ? { kind: "note", target: target.replace(/^kb:/, ""), inner } : { kind: "text", text: shown };
}

/** A link to the web or to a note; anything else, a script's address among it, is the text that it is. */
function linked(address: string, label: string, written: string, inner: (text: string) => Piece[]): Piece {
  const shown = label ? inner(label) : [{ kind: "text" as const, text: address }];
  if (/^https?:\/\//i.test(address)) return { kind: "web", address, inner: shown };
  const isRelative = !/^[a-z][a-z0-9+.-]*:|^[\\/]{2}/i.test(address);
  const page = /^(.*\.(?:md|markdown))(?:#.*)?$/i.exec(address)?.[1];
  if (isRelative && page) return { kind: "note", target: decoded(page), inner: shown };
  return { kind: "text", text: written };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
