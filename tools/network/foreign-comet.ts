import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import type { TestContext } from 'node:test';
import { findCometBinary } from '#qord/consensus/comet/process/find-binary.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { until } from '#qord/testing/until.ts';

/**
 * A CometBFT of another chain, whose name somebody has chosen, that accepts peers until the test ends. Returns its
 * address as a peer: id@host:port.
 */
export async function startForeignComet(t: Pick<TestContext, 'after'>, chainId: string, port: number): Promise<string> {
  const home = temporaryFolder(t);
  const binary = await findCometBinary({ configured: '', home, variables: process.env });
  const run = (...words: readonly string[]) => execFileSync(binary, [...words, '--home', home], { encoding: 'utf8' });
  run('init');
  const genesisFile = join(home, 'config', 'genesis.json');
  const genesis: object = JSON.parse(readFileSync(genesisFile, 'utf8'));
  writeFileSync(genesisFile, JSON.stringify({ ...genesis, chain_id: chainId }));
  const words = ['start', '--home', home, '--proxy_app', 'noop', '--rpc.laddr', `unix://${join(home, 'rpc.sock')}`];
  const child = spawn(binary, [...words, '--p2p.laddr', `tcp://127.0.0.1:${port}`], { stdio: 'ignore' });
  t.after(() => child.kill('SIGKILL'));
  await until(() => accepts(port), 'the CometBFT of another chain');
  return `${run('show-node-id').trim()}@127.0.0.1:${port}`;
}

async function accepts(port: number): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect'); // rejects on 'error'
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
