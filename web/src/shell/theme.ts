// Light, dark, or as the system says.
import { store, useStore } from "./store";

export type Theme = "system" | "light" | "dark";
const KEPT = "camillo.theme";

function kept(): Theme {
  const told = localStorage.getItem(KEPT);
  return told === "light" || told === "dark" ? told : "system";
}

const theme = store<Theme>(kept());
export const useTheme = (): Theme => useStore(theme);

export function setTheme(to: Theme): void {
  localStorage.setItem(KEPT, to);
  theme.set(to);
  show();
}

function show(): void {
  const told = theme.get();
  if (told === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = told;
}
show();
