// The picture's place on the page: its tools, and what is said where nothing can be drawn.
import { useEffect, useRef, useState } from "preact/hooks";
import { Loading } from "../../components/states";
import { useTheme } from "../../shell/theme";
import type { Drawing } from "./drawing";
import type { Shown } from "./model";
import { t } from "./words";

interface Given {
  shown: Shown;
  chosen: string;
  lit: Set<string>;
  choose: (id: string) => void;
  expand: (id: string) => void;
}

function canDraw(): boolean {
  return document.createElement("canvas").getContext("webgl2") !== null;
}

export function Canvas({ shown, chosen, lit, choose, expand }: Given) {
  const [isAble] = useState(canDraw);
  const [drawing, setDrawing] = useState<Drawing>();
  const place = useRef<HTMLDivElement>(null);
  const theme = useTheme();
  const acts = useRef({ choose, expand });
  acts.current = { choose, expand };
  useEffect(() => {
    if (!isAble) return;
    let made: Drawing | undefined;
    let isGone = false;
    void import("./drawing").then(({ draw }) => {
      if (isGone || !place.current) return;
      made = draw(
        place.current,
        (id) => acts.current.choose(id),
        (id) => acts.current.expand(id),
      );
      setDrawing(made);
    });
    return () => {
      isGone = true;
      made?.end();
      setDrawing(undefined);
    };
  }, [isAble, theme]);
  useEffect(() => drawing?.show(shown, chosen, lit), [drawing, shown, chosen, lit]);
  if (!isAble) return <p class="meta">{t("noWebgl")}</p>;
  return (
    <div class="picture">
      <div class="canvas" role="img" aria-label={t("canvas")} ref={place} />
      {!drawing && <Loading />}
      <div class="zoom">
        {(["in", "out", "fit"] as const).map((by) => (
          <button type="button" key={by} onClick={() => drawing?.zoom(by)} aria-label={t(NAMES[by])} title={t(NAMES[by])}>
            {SIGNS[by]}
          </button>
        ))}
      </div>
    </div>
  );
}

const NAMES = { in: "zoomIn", out: "zoomOut", fit: "fit" } as const;
const SIGNS = { in: "+", out: "−", fit: "⤢" } as const;
