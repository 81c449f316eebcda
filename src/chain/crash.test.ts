import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { createEngine } from '../evm/engine.ts';
import { fromHex } from '../primitives/hex.ts';
import { stateFault } from '../state/state-fault.ts';
import { openLmdbStore } from '../store/lmdb-store.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { devGenesis } from './genesis/dev-genesis.ts';
import { openChain } from './open-chain.ts';

const rounds = Number(process.env.QORD_CRASHES ?? 6);
const context = { engine: createEngine(), natives: { at: () => undefined, addresses: [] }, modules: [] };
const moduleAt = (path: string) => JSON.stringify(new URL(path, import.meta.url).href);

/**
 * Makes blocks of transfers without a pause, commits them at once and in the background by turns, and prints the number
 * and hash of each once listeners are told.
 */
const writer = `
  const { openLmdbStore } = await import(${moduleAt('../store/lmdb-store.js')});
  const { openChain } = await import(${moduleAt('./open-chain.js')});
  const { devGenesis } = await import(${moduleAt('./genesis/dev-genesis.js')});
  const { signFrom, unusedAccount, accountOf } = await import(${moduleAt('../testing/sign-from.js')});
  const { createEngine } = await import(${moduleAt('../evm/engine.js')});
  const { runToEnd } = await import(${moduleAt('../primitives/steps.js')});
  const { writeSync } = await import('node:fs');
  const context = { engine: createEngine(), natives: { at: () => undefined, addresses: [] }, modules: [] };
  const chain = openChain(openLmdbStore(process.argv[1]), context, devGenesis());
  const nonceOf = (account) => chain.headState().account(accountOf(account))?.nonce ?? 0n;
  chain.onBlock({ kind: 'critical', name: 'test' }, ({ block: { header: { number, hash } } }) => writeSync(1, number + ' ' + hash + '\\n'));
  for (;;) {
    const transfers = Array.from({ length: 10 }, (_, account) => signFrom(account, { nonce: nonceOf(account) }));
    const report = { time: Date.now(), waitingTransactions: 0, waitingBytes: 0, votes: [], misbehaviour: [] };
    const executed = chain.next.execute({ miner: unusedAccount, report }, transfers);
    if (executed.block.header.number % 2 === 0) chain.commit(executed);
    else await chain.commitPrepared(runToEnd(chain.prepareCommit(executed)));
    await new Promise((resolve) => setTimeout(resolve));
  }
`;

/** Runs the writer for a while, kills it, and returns the last block it printed. */
async function runAndKill(folder: string, milliseconds: number): Promise<readonly [number: number, hash: string]> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', writer, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let last = '';
  const lines = createInterface({ input: child.stdout });
  lines.on('line', (line) => {
    last = line;
  });
  await once(lines, 'line');
  await sleep(milliseconds);
  child.kill('SIGKILL');
  await once(lines, 'close');
  const [number = '', hash = ''] = last.split(' ');
  return [Number(number), hash];
}

test('after a kill at any moment the chain is consistent and has every block that was reported', async (t) => {
  const folder = temporaryFolder(t);
  for (let round = 0; round < rounds; round++) {
    const [number, hash] = await runAndKill(folder, 20 + ((round * 37) % 90));
    const store = openLmdbStore(folder);
    try {
      const { reader } = openChain(store, context, devGenesis());
      const head = reader.head();
      assert.ok(head.number >= number && head.number <= number + 1, `told of ${number}, head is ${head.number}`);
      assert.equal(reader.header(number)?.hash, hash);
      assert.equal(reader.transactionTotal(), 10 * head.number);
      const transactions = reader.block(head.number)?.transactions ?? [];
      assert.equal(reader.receipts(head.number)?.length, 10);
      for (const [index, tx] of transactions.entries()) {
        assert.deepEqual(reader.locate(tx.hash), { height: head.number, index });
        const [newest] = reader.histories.transactionsOf(tx.sender, undefined, 1);
        assert.deepEqual(newest?.hash, fromHex(tx.hash));
      }
      assert.equal(stateFault(store), undefined);
    } finally {
      await store.close();
    }
  }
});
