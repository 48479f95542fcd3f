// The picture, by sigma and graphology: loaded only where there is WebGL and something to draw.
import Graph from "graphology";
import Sigma from "sigma";
import type { Dot } from "../../api/schema";
import { settle } from "./layout";
import type { Shown } from "./model";

const COLOURS = { entity: "--hall-1", memory: "--hall-2", page: "--hall-3", source: "--hall-5" } as const;
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
/** Tells sigma that more than colours may have changed: it may not have drawn these ties yet. */
const AGAIN = { attributes: ["zIndex"] };

export interface Drawing {
  show(shown: Shown, chosen: string, lit: Set<string>): void;
  zoom(by: "in" | "out" | "fit"): void;
  end(): void;
}

export function draw(container: HTMLElement, choose: (id: string) => void, expand: (id: string) => void): Drawing {
  let graph = new Graph({ multi: true });
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const accent = colour("--accent");
  const line = colour("--line");
  const colours = Object.fromEntries(Object.entries(COLOURS).map(([kind, name]) => [kind, colour(name)]));
  const sigma = new Sigma(graph, container, {
    settings: {
      itemSizesReference: "screen",
      allowInvalidContainer: true,
      hideEdgesOnMove: true,
      hideLabelsOnMove: true,
      pickingDownSizingRatio: 4,
      enableCameraRotation: false,
      labelRenderedSizeThreshold: 4,
      minEdgeThickness: 1,
    },
    styles: {
      nodes: [
        {
          x: { attribute: "x" },
          y: { attribute: "y" },
          size: { attribute: "size", defaultValue: 5 },
          color: { attribute: "color", defaultValue: "#888888" },
          label: { attribute: "label" },
          labelColor: colour("--ink"),
          labelSize: 13,
          labelFont: "system-ui, sans-serif",
          labelVisibility: { whenState: "isHovered", then: "visible", else: "auto" },
          depth: { whenState: "isHovered", then: "topNodes", else: "nodes" },
          backdropVisibility: { whenState: "isHovered", then: "visible", else: "hidden" },
          backdropColor: colour("--paper"),
        },
      ],
    },
  });
  sigma.on("clickNode", ({ node }) => choose(node));
  sigma.on("doubleClickNode", (event) => {
    event.preventSigmaDefault();
    expand(event.node);
  });
  let stop = (): void => undefined;

  return {
    show(shown, chosen, lit) {
      const isChanged = !isSame(graph, shown);
      const old = graph;
      if (isChanged) graph = built(old, shown);
      graph.updateEachNodeAttributes((id, told) => ({
        ...told,
        ...look(told.dot as Dot, shown.beside.get(id)?.length ?? 0, id === chosen, lit.has(id)),
      }));
      graph.updateEachEdgeAttributes((_, told, a, b) => {
        const isLit = (lit.has(a) && lit.has(b)) || a === chosen || b === chosen;
        return { ...told, color: isLit ? accent : line, size: isLit ? 2 : 1 };
      }, AGAIN);
      if (isChanged) sigma.setGraph(graph);
      container.dataset.nodes = String(graph.order);
      if (isChanged) {
        stop();
        stop = settle(graph, container);
      }
    },
    zoom(by) {
      const camera = sigma.getCamera();
      void (by === "in" ? camera.zoomIn() : by === "out" ? camera.zoomOut() : camera.reset());
    },
    end() {
      stop();
      sigma.kill();
    },
  };

  function look(dot: Dot, ties: number, isChosen: boolean, isLit: boolean) {
    return {
      label: dot.label.replace(UNSEEN, " "),
      size: (4 + Math.min(10, 2 * Math.log2(1 + ties))) * (graph.order > 800 ? 0.4 : 1) + (isChosen ? 4 : 0),
      color: isChosen || isLit ? accent : colours[dot.kind],
    };
  }
}

/** The shown graph: what was drawn before keeps its place, what is new begins beside what it is tied to. */
function built(before: Graph, shown: Shown): Graph {
  const graph = new Graph({ multi: true });
  shown.dots.forEach((dot, at) => {
    graph.addNode(dot.id, { dot, ...(placeOf(before, dot.id) ?? fresh(graph, before, shown, dot.id, at)) });
  });
  for (const tie of shown.ties) graph.addEdge(tie.a, tie.b, { weight: Math.max(0.2, tie.weight) });
  return graph;
}

interface Place {
  x: number;
  y: number;
}

function placeOf(graph: Graph, id: string): Place | null {
  if (!graph.hasNode(id)) return null;
  const { x, y } = graph.getNodeAttributes(id) as Place;
  return { x, y };
}

/** A place on a sunflower's spiral: the same dots lie alike each time, and none upon another. */
function fresh(graph: Graph, before: Graph, shown: Shown, id: string, at: number): Place {
  const ends = (shown.beside.get(id) ?? []).slice(0, 20).flatMap((tie) => [tie.a, tie.b]);
  const near = ends.map((one) => placeOf(before, one) ?? placeOf(graph, one)).find((one) => one !== null);
  const turn = at * 2.399963;
  const far = (near ? 2 : 5) * Math.sqrt(at + 1);
  return { x: (near?.x ?? 0) + far * Math.cos(turn), y: (near?.y ?? 0) + far * Math.sin(turn) };
}

function isSame(graph: Graph, shown: Shown): boolean {
  return (
    graph.order === shown.dots.length &&
    graph.size === shown.ties.length &&
    shown.dots.every((one) => graph.hasNode(one.id))
  );
}
