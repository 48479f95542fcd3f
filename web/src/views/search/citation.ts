// A citation: the words, who said them when and where, and the id that leads back to them.
import type { PassageHit } from "../../api/schema";

export function citation(hit: PassageHit): string {
  const quoted = hit.text
    .trim()
    .split("\n")
    .map((line) => `> ${line}`)
    .join("\n");
  const told = [hit.speaker, hit.title && `“${hit.title}”`, hit.at, hit.source].filter(Boolean).join(", ");
  return `${quoted}\n\n— ${told}\n  camillo get ${hit.id}\n`;
}
