// A note as it is read: its Markdown as known elements around inert text. Pictures are links: nothing is fetched.
import type { ComponentChildren, JSX } from "preact";
import { useMemo, useState } from "preact/hooks";
import { Inert } from "../../components/text";
import { href } from "../../shell/route";
import { type Block, type Piece, blocks } from "./blocks";
import { t } from "./words";

export function Markdown({ text, broken }: { text: string; broken?: Set<string> }) {
  const found = useMemo(() => blocks(text), [text]);
  const [isWhole, setWhole] = useState(false);
  const rest = isWhole ? 0 : Math.max(0, found.length - AT_ONCE);
  return (
    <div class="markdown" dir="auto">
      <Blocks blocks={rest ? found.slice(0, AT_ONCE) : found} broken={broken ?? NONE} />
      {rest > 0 && (
        <button type="button" onClick={() => setWhole(true)}>
          {t("rest", { n: rest })}
        </button>
      )}
    </div>
  );
}

const AT_ONCE = 400;

const NONE = new Set<string>();
type Within = { broken: Set<string> };

function Blocks({ blocks, broken }: { blocks: Block[] } & Within) {
  return (
    <>
      {blocks.map((block, at) => (
        <One key={at} block={block} broken={broken} />
      ))}
    </>
  );
}

function One({ block, broken }: { block: Block } & Within): JSX.Element {
  switch (block.kind) {
    case "heading":
      return <Heading level={block.level}>{<Pieces pieces={block.inner} broken={broken} />}</Heading>;
    case "paragraph":
      return (
        <p dir="auto">
          <Pieces pieces={block.inner} broken={broken} />
        </p>
      );
    case "code":
      return (
        <pre tabIndex={0}>
          <code>
            <Inert text={block.text} />
          </code>
        </pre>
      );
    case "front":
      return (
        <details class="front">
          <summary>{t("front")}</summary>
          <pre tabIndex={0}>
            <Inert text={block.text} />
          </pre>
        </details>
      );
    case "rule":
      return <hr />;
    case "quote":
      return (
        <blockquote dir="auto">
          <Blocks blocks={block.blocks} broken={broken} />
        </blockquote>
      );
    case "list":
      return <Listed block={block} broken={broken} />;
    case "table":
      return <Table block={block} broken={broken} />;
  }
}

/** The page has an h1 of its own, the note's title: its own headings stand below it. */
function Heading({ level, children }: { level: number; children: ComponentChildren }) {
  if (level <= 1) return <h2 dir="auto">{children}</h2>;
  if (level === 2) return <h3 dir="auto">{children}</h3>;
  return level === 3 ? <h4 dir="auto">{children}</h4> : <h5 dir="auto">{children}</h5>;
}

function Listed({ block, broken }: { block: Extract<Block, { kind: "list" }> } & Within) {
  const items = block.items.map((item, at) => (
    <li key={at} dir="auto" class={item.done === null ? undefined : "task"}>
      {item.done !== null && <span aria-hidden="true">{item.done ? "☑ " : "☐ "}</span>}
      <Blocks blocks={item.blocks} broken={broken} />
    </li>
  ));
  return block.ordered ? <ol start={block.first}>{items}</ol> : <ul>{items}</ul>;
}

function Table({ block, broken }: { block: Extract<Block, { kind: "table" }> } & Within) {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={t("text")}>
      <table>
        <thead>
          <tr>
            {block.head.map((cell, at) => (
              <th key={at} scope="col" dir="auto">
                <Pieces pieces={cell} broken={broken} />
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {block.rows.map((row, at) => (
            <tr key={at}>
              {row.map((cell, n) => (
                <td key={n} dir="auto">
                  <Pieces pieces={cell} broken={broken} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Pieces({ pieces, broken }: { pieces: Piece[] } & Within) {
  return (
    <>
      {pieces.map((piece, at) => (
        <Part key={at} piece={piece} broken={broken} />
      ))}
    </>
  );
}

function Part({ piece, broken }: { piece: Piece } & Within): JSX.Element {
  if ("text" in piece) {
    const told = <Inert text={piece.text} />;
    return piece.kind === "code" ? <code>{told}</code> : told;
  }
  const inner = <Pieces pieces={piece.inner} broken={broken} />;
  switch (piece.kind) {
    case "strong":
      return <strong>{inner}</strong>;
    case "em":
      return <em>{inner}</em>;
    case "del":
      return <del>{inner}</del>;
    case "note": {
      const isBroken = broken.has(piece.target);
      const to = isBroken ? href("notes", [], { new: piece.target }) : href("notes", [piece.target]);
      return (
        <a href={to} class={isBroken ? "broken" : undefined}>
          <bdi>{inner}</bdi>
        </a>
      );
    }
    case "web":
      return (
        <a href={piece.address} target="_blank" rel="noopener noreferrer">
          <bdi>{inner}</bdi>
        </a>
      );
  }
}
