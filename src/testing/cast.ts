import { execFile } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const packages = join(fileURLToPath(import.meta.url), '../../../node_modules/@foundry-rs');

/** Runs `cast` with these arguments and returns its output. Throws an Error with its error output. */
export type Cast = (...words: readonly string[]) => Promise<string>;

/**
 * Foundry's `cast` among the packages of this project; undefined when it is not installed. The package of the platform
 * holds the program itself: the launcher beside it hides how the program ended. A `cast` on the PATH may have any
 * version.
 */
function findCast(): string | undefined {
  const installed = existsSync(packages) ? readdirSync(packages) : [];
  const platform = installed.find((name) => name.startsWith('cast-'));
  return platform === undefined ? undefined : join(packages, platform, 'bin/cast');
}

/** Why a test with cast is skipped; false when it is there. */
export const castMissing =
  findCast() === undefined && 'cast is missing: npm install --no-save --ignore-scripts @foundry-rs/cast@1.7.1';

/** `cast` connected to the node at `url`. */
export function castOf(url: string): Cast {
  const env = { ...process.env, ETH_RPC_URL: url, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1' };
  return async (...words) => {
    const { stdout } = await run(findCast() ?? 'cast', [...words], { env });
    return stdout.trim();
  };
}
