import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findFoundry, foundryMissing } from './foundry.ts';

const run = promisify(execFile);

/** Runs `cast` with these arguments and returns its output. Throws an Error with its error output. */
export type Cast = (...words: readonly string[]) => Promise<string>;

/** Why a test with cast is skipped; false when it is there. */
export const castMissing = foundryMissing('cast');

/** `cast` connected to the node at `url`. */
export function castOf(url: string): Cast {
  const env = { ...process.env, ETH_RPC_URL: url, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1' };
  return async (...words) => {
    const { stdout } = await run(findFoundry('cast') ?? 'cast', [...words], { env });
    return stdout.trim();
  };
}
