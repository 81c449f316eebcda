import { readFileSync } from 'node:fs';

/** The chain version whose behaviour this node implements. */
export const chainVersion = 'v3.1.97';

/** Version of this program, from its package. */
export function programVersion(): string {
  const { version } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));
  return String(version);
}
