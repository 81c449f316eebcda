import { CometError } from '../comet-error.ts';
import type { CometHome } from '../comet-home.ts';
import type { CometRecord } from './comet-log.ts';

/**
 * The record after which CometBFT keeps running but does nothing any more: exactly that of its consensus, because others
 * contain what peers have chosen.
 */
export function haltFault({ level, module, text, fields }: CometRecord): CometError | undefined {
  if (level !== 'error' || module !== 'consensus' || text !== 'CONSENSUS FAILURE!!!') return undefined;
  const line = `${text} ${fields.err ?? ''}`.slice(0, 300);
  return new CometError(unsupportedKey.test(line) ? { code: 'key-type', line } : { code: 'halted', line });
}

const unsupportedKey = /using pubkey .* which is unsupported/;

/**
 * Why CometBFT cannot continue even after a restart, by its last words; undefined when unknown. Only the line of its
 * command or of a panic counts, and only with what it begins with.
 */
export function fatalFault(lastWords: readonly string[], home: CometHome): CometError | undefined {
  for (const line of lastWords.toReversed()) {
    const fault = faultOf(line, home);
    if (fault !== undefined) return new CometError(fault);
  }
  return undefined;
}

/** Whether another CometBFT holds the file lock; an earlier one may be about to end. */
export function isLocked(lastWords: readonly string[]): boolean {
  return lastWords.some((line) => /^ERROR: .*resource temporarily unavailable/.test(line));
}

/** Whether no remote signer has connected in time; it may be about to start. */
export function lacksSigner(lastWords: readonly string[]): boolean {
  return lastWords.some((line) => /^ERROR: .*private validator socket client: can't get pubkey/.test(line));
}

function faultOf(line: string, { dataFolder: folder }: CometHome): CometError['fault'] | undefined {
  const heights = /^ERROR: .*app block height \((\d+)\) is higher than (?:the )?core \((\d+)\)/.exec(line);
  if (heights !== null) return { code: 'comet-behind', folder, app: heights[1] ?? '', comet: heights[2] ?? '' };
  if (/^panic: (?:block|state)\.AppHash does not match AppHash after replay/.test(line))
    return { code: 'other-results', folder };
  if (/^ERROR: /.test(line) && unsupportedKey.test(line)) return { code: 'key-type', line: line.slice(0, 300) };
  return undefined;
}
