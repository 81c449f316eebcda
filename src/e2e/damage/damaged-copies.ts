import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, cpSync, openSync, readSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { freePorts } from '../../testing/node/free-ports.ts';
import { postJson, requestText } from '../../testing/raw-rpc.ts';
import { plainEnvironment, programFile, runQord } from '../../testing/run-qord.ts';
import { asFlags, spawnNode } from '../../testing/spawn-node.ts';
import { temporaryFolder } from '../../testing/temporary-folder.ts';
import { until } from '../../testing/until.ts';

/** How a command ended: `signal` is set when it crashed. `stdout` shows whether a node started. */
export type End = { readonly code: number | null; readonly signal: NodeJS.Signals | null; readonly stderr: string };

/** A home with some blocks, transactions, logs and contracts of a real node, and copies of it to be damaged. */
export async function healthyHome(t: TestContext) {
  const folder = temporaryFolder(t);
  const home = join(folder, 'home');
  const node = await spawnNode(t, home, { 'consensus.block-interval': '50ms' });
  const variables = { QORD_NODE: node.urls.http ?? '', QORD_HOME: home };
  for (const recipient of ['dev1', '0x00000000000000000000000000000000000000aa']) {
    const { code, stderr } = await runQord(['tx', 'send', recipient, '1qor', '--from', 'dev0'], { variables });
    if (code !== 0) throw new Error(stderr);
  }
  const head = async () => Number((await postJson(variables.QORD_NODE, requestText('eth_blockNumber', []))).result);
  await until(async () => (await head()) >= 16, 'a block that writes heights of changes');
  await node.stop('SIGTERM');
  let copies = 0;
  return {
    home,
    /** A copy in which `damage` was applied to the named file; removed at the end of the test. */
    copy: (file = '', damage: (path: string) => void = () => {}): string => {
      const copied = join(folder, `copy-${copies++}`);
      cpSync(home, copied, { recursive: true });
      if (file !== '') damage(join(copied, file));
      return copied;
    },
    drop: (copied: string) => rmSync(copied, { recursive: true }),
  };
}

/**
 * Starts a node on a home; one that starts is stopped, unless it is to run to its end. `shell` are shell commands that
 * run before it, such as limits.
 */
export async function startOn(
  home: string,
  { shell = '', toItsEnd = false }: { shell?: string; toItsEnd?: boolean } = {},
): Promise<End & { readonly started: boolean }> {
  const words = [programFile, 'start', '--home', home, '--json', ...asFlags(freePorts)];
  const script = `${shell === '' ? '' : `${shell}; `}exec "$0" "$@"`;
  const child = spawn('sh', ['-c', script, process.execPath, ...words], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const errorOutput: Buffer[] = [];
  let started = false;
  let output = '';
  child.stderr.on('data', (chunk: Buffer) => errorOutput.push(chunk));
  child.stdout.on('data', (chunk: Buffer) => {
    output += String(chunk);
    if (started || !output.includes('"started"')) return;
    started = true;
    if (!toItsEnd) child.kill('SIGTERM');
  });
  await once(child, 'close');
  const stderr = Buffer.concat(errorOutput).toString();
  return { code: child.exitCode, signal: child.signalCode, stderr, started };
}

/** Changes bytes of a file in place. */
export function overwrite(path: string, at: number, change: (bytes: Buffer) => void, length = 1): void {
  const descriptor = openSync(path, 'r+');
  const bytes = Buffer.alloc(length);
  readSync(descriptor, bytes, 0, length, at);
  change(bytes);
  writeSync(descriptor, bytes, 0, length, at);
  closeSync(descriptor);
}
