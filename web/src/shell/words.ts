// The words of the interface, in English and Simplified Chinese. Remembered text is never translated.
import { store, useStore } from "./store";

export type Language = "en" | "zh";
const KEPT = "camillo.language";

function first(): Language {
  const kept = localStorage.getItem(KEPT);
  if (kept === "en" || kept === "zh") return kept;
  return navigator.languages.some((one) => one.toLowerCase().startsWith("zh")) &&
    !navigator.languages[0]?.toLowerCase().startsWith("en")
    ? "zh"
    : "en";
}

const chosen = store<Language>(first());
export const useLanguage = (): Language => useStore(chosen);
export const language = (): Language => chosen.get();

export function setLanguage(to: Language): void {
  localStorage.setItem(KEPT, to);
  document.documentElement.lang = to === "zh" ? "zh-Hans" : "en";
  chosen.set(to);
}
document.documentElement.lang = chosen.get() === "zh" ? "zh-Hans" : "en";

type Values = Record<string, string | number>;

/**
 * A view's words: `const t = words({ found: "{n} found" }, { found: "找到 {n} 条" })`, then `t("found", { n: 3 })`.
 * A key with `.one` beside it is used where `n` is one, in languages that tell one from many.
 */
export function words<T extends Record<string, string>>(en: T, zh: { [K in keyof T]: string }) {
  return (key: Extract<keyof T, string>, values: Values = {}): string => {
    const told: Record<string, string> = chosen.get() === "zh" ? zh : en;
    const one = values.n === 1 && chosen.get() === "en" ? told[`${key}.one`] : undefined;
    return (one ?? told[key] ?? key).replace(/\{(\w+)\}/g, (_, name: string) => {
      const value = values[name];
      return typeof value === "number" ? value.toLocaleString(locale()) : (value ?? "");
    });
  };
}

export function locale(): string {
  return chosen.get() === "zh" ? "zh-Hans" : "en";
}

export function number(value: number): string {
  return value.toLocaleString(locale());
}

/** A day as people write it; a time that is missing stays missing. */
export function day(at: string | null | undefined): string {
  if (!at) return "";
  if (/^\d{4}(-\d{2})?$/.test(at)) return at;
  const date = /^\d{4}-\d{2}-\d{2}$/.test(at) ? new Date(`${at}T00:00:00`) : new Date(at);
  if (Number.isNaN(date.getTime())) return at;
  return date.toLocaleDateString(locale(), { year: "numeric", month: "short", day: "numeric" });
}

/** A day and its time, as the source wrote it. */
export function moment(at: string | null | undefined): string {
  if (!at) return "";
  const time = /T(\d{2}:\d{2})/.exec(at)?.[1];
  const told = day(time ? at.slice(0, 10) : at);
  return time ? `${told}, ${time}` : told;
}

export function bytes(count: number): string {
  const units = ["B", "kB", "MB", "GB", "TB"];
  let at = 0;
  let value = count;
  while (value >= 1000 && at < units.length - 1) {
    value /= 1000;
    at += 1;
  }
  return `${value.toLocaleString(locale(), { maximumFractionDigits: value < 10 && at ? 1 : 0 })} ${units[at]}`;
}
