import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { findFoundry, foundryMissing } from './foundry.ts';

/** Why a test with anvil is skipped; false when it is installed. */
export const anvilMissing = foundryMissing('anvil');

/** Starts anvil on a free port; it ends with the test, or earlier with `close`. */
export async function startAnvil(
  t: { after(close: () => Promise<void>): void },
  words: readonly string[] = [],
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const child = spawn(findFoundry('anvil') ?? 'anvil', ['--port', '0', ...words], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1' },
  });
  const close = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'exit');
    child.kill();
    await ended;
  };
  t.after(close);
  const lines = createInterface(child.stdout);
  for await (const line of lines) {
    const [, address] = /Listening on (\S+:\d+)/.exec(line) ?? [];
    if (address === undefined) continue;
    child.stdout.resume(); // what else it prints is of no use
    return { url: `http://${address}`, close };
  }
  throw new Error('anvil has ended before it listened');
}
