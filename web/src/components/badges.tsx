// Where a memory lies and when it was: small, each a way to more of the same.
import { href } from "../shell/route";
import { moment } from "../shell/words";
import { Line } from "./text";

const HALLS = ["decisions", "events", "discoveries", "preferences", "advice", "insights"];

/** The colour of a hall, as a class; halls of the user's own share the others in turn. */
export function hallClass(hall: string, all: string[] = HALLS): string {
  if (hall === "general" || !hall) return "hall-0";
  const at = all.filter((one) => one !== "general").indexOf(hall);
  return `hall-${at < 0 ? 0 : (at % 8) + 1}`;
}

export function Hall({ hall }: { hall: string }) {
  return (
    <span class={`hall ${hallClass(hall)}`}>
      <i aria-hidden="true" />
      <Line text={hall} />
    </span>
  );
}

export function Where({ wing, room, hall }: { wing: string; room: string; hall: string }) {
  return (
    <span class="where">
      {wing && (
        <a href={href("palace", [wing, room])}>
          <Line text={wing} /> / <Line text={room} />
        </a>
      )}
      {hall && <Hall hall={hall} />}
    </span>
  );
}

export function When({ at }: { at: string | null }) {
  return at ? <time dateTime={at}>{moment(at)}</time> : null;
}
