// The picture, by sigma and graphology: loaded only where there is WebGL and something to draw.
import Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";
import Sigma from "sigma";
import type { Dot } from "../../api/schema";
import type { Shown } from "./model";

const COLOURS = { entity: "--hall-1", memory: "--hall-2", page: "--hall-3", source: "--hall-5" } as const;
/** Milliseconds of a frame that the layout may take, and how many rounds it goes on. */
const SHARE = 10;
const ROUNDS = 240;
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/g;
const SETTINGS = { barnesHutOptimize: true, gravity: 1, scalingRatio: 10, slowDown: 4 };

export interface Drawing {
  show(shown: Shown, chosen: string, lit: Set<string>): void;
  zoom(by: "in" | "out" | "fit"): void;
  end(): void;
}

export function draw(container: HTMLElement, choose: (id: string) => void, expand: (id: string) => void): Drawing {
  const graph = new Graph({ multi: true });
  const style = getComputedStyle(document.documentElement);
  const colour = (name: string): string => style.getPropertyValue(name).trim();
  const sigma = new Sigma(graph, container, {
    settings: {
      itemSizesReference: "screen",
      hideEdgesOnMove: true,
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
  let rounds = 0;
  let frame = 0;

  function round(): void {
    const until = performance.now() + SHARE;
    do {
      forceAtlas2.assign(graph, { iterations: graph.order > 1000 ? 1 : 4, settings: SETTINGS });
      rounds -= 1;
    } while (rounds > 0 && performance.now() < until);
    container.dataset.settled = String(rounds <= 0);
    frame = rounds > 0 ? requestAnimationFrame(round) : 0;
  }

  function settle(): void {
    rounds = graph.order > 1 ? (matchMedia("(prefers-reduced-motion: reduce)").matches ? 40 : ROUNDS) : 0;
    container.dataset.settled = String(rounds <= 0);
    if (!frame && rounds > 0) frame = requestAnimationFrame(round);
  }

  return {
    show(shown, chosen, lit) {
      const isChanged = change(graph, shown);
      graph.updateEachNodeAttributes((id, told) => ({
        ...told,
        ...look(told.dot as Dot, shown.beside.get(id)?.length ?? 0, id === chosen, lit.has(id)),
      }));
      graph.updateEachEdgeAttributes((_, told, a, b) => {
        const isLit = (lit.has(a) && lit.has(b)) || a === chosen || b === chosen;
        return { ...told, color: colour(isLit ? "--accent" : "--line"), size: isLit ? 2 : 1 };
      });
      container.dataset.nodes = String(graph.order);
      if (isChanged) settle();
    },
    zoom(by) {
      const camera = sigma.getCamera();
      void (by === "in" ? camera.zoomIn() : by === "out" ? camera.zoomOut() : camera.reset());
    },
    end() {
      cancelAnimationFrame(frame);
      sigma.kill();
    },
  };

  function look(dot: Dot, ties: number, isChosen: boolean, isLit: boolean) {
    return {
      label: dot.label.replace(UNSEEN, " "),
      size: 4 + Math.min(10, 2 * Math.log2(1 + ties)) + (isChosen ? 4 : 0),
      color: colour(isChosen || isLit ? "--accent" : COLOURS[dot.kind]),
    };
  }
}

/** Make the drawn graph the shown one; what is new begins beside what it is tied to. */
function change(graph: Graph, shown: Shown): boolean {
  const dots = new Set(shown.dots.map((one) => one.id));
  const gone = graph.filterNodes((id) => !dots.has(id));
  for (const id of gone) graph.dropNode(id);
  let isChanged = gone.length > 0;
  shown.dots.forEach((dot, at) => {
    if (graph.hasNode(dot.id)) return;
    isChanged = true;
    const near = (shown.beside.get(dot.id) ?? []).flatMap((tie) => [tie.a, tie.b]).find((id) => graph.hasNode(id));
    const from = near ? graph.getNodeAttributes(near) : { x: 0, y: 0 };
    // A sunflower's spiral: the same dots lie alike each time, and none upon another.
    const turn = at * 2.399963;
    const far = (near ? 2 : 5) * Math.sqrt(at + 1);
    graph.addNode(dot.id, { dot, x: from.x + far * Math.cos(turn), y: from.y + far * Math.sin(turn) });
  });
  graph.clearEdges();
  for (const tie of shown.ties) graph.addEdge(tie.a, tie.b, { weight: Math.max(0.2, tie.weight) });
  return isChanged;
}
