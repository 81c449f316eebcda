import { visibleText } from './visible-text.ts';

/** A decoded reason, written by a stranger, at a length that can be read. */
export function revertText(decoded: string): string {
  return visibleText(decoded, 600);
}
