import { effect, signal } from '@preact/signals';
import { readStored, store } from './browser-storage.ts';

export type Theme = 'system' | 'light' | 'dark';
const themes: readonly Theme[] = ['system', 'light', 'dark'];

const stored = readStored('theme');
export const theme = signal<Theme>(themes.find((each) => each === stored) ?? 'system');

/** Switches to the next theme of the list, and after the last to the first. */
export function nextTheme(): void {
  theme.value = themes[(themes.indexOf(theme.value) + 1) % themes.length] ?? 'system';
}

effect(() => {
  store('theme', theme.value);
  if (theme.value === 'system') document.documentElement.removeAttribute('data-theme');
  else document.documentElement.dataset.theme = theme.value;
});
