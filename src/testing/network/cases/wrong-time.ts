import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { TestContext } from 'node:test';
import { cometVersion } from '../../../consensus/comet/comet-error.ts';
import { accountOf } from '../../sign-from.ts';
import { temporaryFolder } from '../../temporary-folder.ts';
import { allAt, type NetworkNode, startNetwork } from '../network.ts';
import { until } from '../until.ts';
import type { NetworkCase } from './network-case.ts';

const module = `github.com/cometbft/cometbft@${cometVersion}`;
/** Folders that are not needed to build the program. */
const unused = ['docs', 'spec'];
/**
 * How a proposer takes the time of its block from the votes, and how a wrong one does: still within what clocks may
 * differ.
 */
const [correct, wrong] = ['timestamp = ts\n', 'timestamp = ts.Add(20 * time.Second)\n'];
const blocks = 12;

/** A validator cannot change the time of a block through its application, so CometBFT itself is changed for it. */
export const wrongTime: NetworkCase = {
  summary: 'a validator proposes blocks of a wrong time, which the others reject; builds a changed CometBFT with Go',
  run: async (t) => {
    const binary = buildChangedComet(t);
    const nodes = await startNetwork(t, { validators: 4 });
    const [first, , , faulty] = nodes;
    assert.ok(first && faulty);
    await allAt(nodes, 2);
    await faulty.process.stop('SIGTERM');
    await faulty.start({ 'comet.binary': binary });
    const from = await first.height();
    await until(() => hasRejected(first), 'a proposal to be rejected');
    await allAt(nodes, from + blocks);
    for (let height = from + 2; height <= from + blocks; height++) {
      const { miner } = await first.call<{ miner: string }>('eth_getBlockByNumber', `0x${height.toString(16)}`, false);
      assert.notEqual(miner, accountOf(3), `the miner of block ${height}`);
    }
    console.log(`${blocks} blocks, none of them of the validator with the wrong time`);
  },
};

/** Builds CometBFT from a copy of its source; returns the file of the program. */
function buildChangedComet(t: Pick<TestContext, 'after'>): string {
  const go = (words: readonly string[], cwd?: string) => execFileSync('go', words, { cwd, encoding: 'utf8' });
  const source: { Dir: string } = JSON.parse(go(['mod', 'download', '-json', module]));
  const folder = join(temporaryFolder(t), 'cometbft');
  cpSync(source.Dir, folder, { recursive: true, filter: (name) => !unused.includes(basename(name)) });
  const file = join(folder, 'state', 'state.go');
  const text = readFileSync(file, 'utf8');
  assert.equal(text.split(correct).length, 2, 'the place where the time is set');
  for (const name of [folder, join(folder, 'state'), file]) chmodSync(name, 0o755);
  writeFileSync(file, text.replace(correct, wrong));
  const binary = join(folder, 'cometbft');
  go(['build', '-o', binary, './cmd/cometbft'], folder);
  return binary;
}

function hasRejected({ process }: NetworkNode): boolean {
  return process.records.some(({ msg, err }) => /prevoting nil/.test(msg) && /invalid block time/.test(String(err)));
}
