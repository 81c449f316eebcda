import { execFile, spawnSync } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Runs `solana` with these arguments and returns its output. Throws an Error with its error output. */
export type SolanaCli = (...words: readonly string[]) => Promise<string>;

/**
 * Why a test with the Solana command-line client is skipped; false when one is on the PATH. It is in no npm package.
 */
export const solanaCliMissing =
  spawnSync('solana', ['--version']).status !== 0 &&
  'the Solana command-line client is missing: cargo install solana-cli@2.3.13 --locked';

/** The client connected to the node at `url`, with its own configuration in `folder`. */
export function solanaCliOf(url: string, folder: string): SolanaCli {
  const env = { ...process.env, HOME: folder, NO_COLOR: '1' };
  return async (...words) => {
    const { stdout } = await run('solana', ['--url', url, ...words], { env });
    return stdout.trim();
  };
}
