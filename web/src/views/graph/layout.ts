// Where the dots lie: worked out beside what is drawn, a little in each frame, and shown now and then.
import type Graph from "graphology";
import forceAtlas2 from "graphology-layout-forceatlas2";

/** Milliseconds of a frame that the layout may take. */
const SHARE = 8;
const MANY = 800;

/** Lay a graph out; `data-settled` of the container says when it is done. Returns what stops it. */
export function settle(graph: Graph, container: HTMLElement): () => void {
  const isLarge = graph.order > MANY;
  const isStill = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const settings = {
    barnesHutOptimize: true,
    barnesHutTheta: isLarge ? 2 : 1.2,
    gravity: 1,
    scalingRatio: 10,
    slowDown: isLarge ? 1 : 4,
  };
  const work = graph.copy();
  let left = graph.order < 2 ? 0 : isLarge ? 90 : 240;
  /** Each drawing of a large graph takes longer than a round of its layout. */
  const pause = isStill ? left : isLarge ? 30 : 1;
  let since = 0;
  let frame = 0;

  function show(): void {
    since = 0;
    graph.updateEachNodeAttributes((id, told) => {
      const { x, y } = work.getNodeAttributes(id);
      return { ...told, x, y };
    }, { attributes: ["x", "y"] });
  }

  function round(): void {
    const until = performance.now() + SHARE;
    do {
      forceAtlas2.assign(work, { iterations: 1, settings });
      left -= 1;
      since += 1;
    } while (left > 0 && performance.now() < until);
    if (since >= pause || left <= 0) show();
    container.dataset.settled = String(left <= 0);
    if (left > 0) frame = requestAnimationFrame(round);
  }

  container.dataset.settled = String(left <= 0);
  if (left > 0) frame = requestAnimationFrame(round);
  return () => cancelAnimationFrame(frame);
}
