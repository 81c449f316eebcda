import { CometError } from '../comet-error.ts';
import type { CometHome } from '../comet-home.ts';

/** A log line after which CometBFT keeps running but does nothing any more. */
export function haltFault(line: string): CometError | undefined {
  return line.includes('CONSENSUS FAILURE') ? new CometError({ code: 'halted', line: line.slice(0, 300) }) : undefined;
}

/** Why CometBFT cannot continue even after a restart, by its last output; undefined when unknown. */
export function fatalFault(lines: readonly string[], home: CometHome): CometError | undefined {
  for (const line of lines.toReversed()) {
    const fault = faultOf(line, home);
    if (fault !== undefined) return new CometError(fault);
  }
  return undefined;
}

/** Whether another CometBFT holds the file lock; an earlier one may be about to end. */
export function isLocked(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes('resource temporarily unavailable'));
}

/** Whether no remote signer has connected in time; it may be about to start. */
export function lacksSigner(lines: readonly string[]): boolean {
  return lines.some((line) => line.includes("private validator socket client: can't get pubkey"));
}

function faultOf(line: string, { dataFolder: folder }: CometHome): CometError['fault'] | undefined {
  const heights = /app block height \((\d+)\) is higher than (?:the )?core \((\d+)\)/.exec(line);
  if (heights !== null) return { code: 'comet-behind', folder, app: heights[1] ?? '', comet: heights[2] ?? '' };
  if (line.includes('does not match AppHash after replay')) return { code: 'other-results', folder };
  if (/using pubkey .* which is unsupported/.test(line)) return { code: 'key-type', line: line.slice(0, 300) };
  return undefined;
}
