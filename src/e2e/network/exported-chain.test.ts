import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { homePaths } from '../../config/home.ts';
import { cometHome } from '../../consensus/comet/comet-home.ts';
import { quantity } from '../../primitives/quantity.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { runQord } from '../../testing/run-qord.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

type Block = {
  readonly number: string;
  readonly hash: string;
  readonly parentHash: string;
  readonly timestamp: string;
};
type Effects = { readonly report: { readonly votes: readonly { readonly signed: boolean }[] } | null };

/** Gives a stopped node another chain: its configuration, its keys and what these have signed stay. */
async function beginAnew(node: NetworkNode, genesis: string): Promise<void> {
  const { code, stderr } = await runQord(['comet', 'reset', '--yes', '--home', node.home]);
  assert.equal(code, 0, stderr);
  writeFileSync(homePaths(node.home).genesisFile, genesis);
}

const blockOf = (node: NetworkNode, tag: string) => node.call<Block>('eth_getBlockByNumber', tag, false);

test('a network that begins from an export continues after its last block, also when nodes are started again', {
  skip: cometMissing,
}, async (t) => {
  const nodes = await startNetwork(t, { validators: 1, fullNodes: 1 });
  const [validator, full] = nodes;
  assert.ok(validator && full);
  await send(validator, signFrom(5));
  await until(
    async () => (await validator.call<string>('eth_getTransactionCount', signFrom(5).sender)) === '0x1',
    'it',
  );
  await allAt(nodes, 4);
  for (const node of nodes) assert.equal(await node.process.stop('SIGTERM'), 0);
  const exported = await runQord(['export', '--home', validator.home]);
  assert.equal(exported.code, 0, exported.stderr);
  const { initialHeight: first, timestamp } = JSON.parse(exported.stdout);
  assert.ok(first > 4);
  // it has voted at the height of the first block that comes now
  const { validatorStateFile: record, dataFolder } = cometHome(validator.home);
  const signed = { ...JSON.parse(readFileSync(record, 'utf8')), height: String(first), round: 0, step: 2 };
  writeFileSync(record, JSON.stringify(signed));
  for (const node of nodes) await beginAnew(node, exported.stdout);

  await validator.start();
  await allAt([validator], first + 3);
  const records = readdirSync(dataFolder).filter((name) =>
    /^priv_validator_state-qor-\d+-[0-9a-f]{8}\.json$/.test(name),
  );
  assert.deepEqual(
    records.map((name) => JSON.parse(readFileSync(join(dataFolder, name), 'utf8'))),
    [signed],
    'what it has signed on the other chain is kept',
  );
  const earliest = await blockOf(validator, 'earliest');
  assert.deepEqual([Number(earliest.number), Number(earliest.timestamp)], [first - 1, timestamp]);
  const next = await blockOf(validator, quantity(BigInt(first)));
  assert.equal(next.parentHash, earliest.hash);
  assert.ok(Number(next.timestamp) >= timestamp);
  assert.equal(await blockOf(validator, quantity(BigInt(first - 2))), null);
  const votesIn = async (height: number) =>
    (await validator.call<Effects>('qord_getBlockEffects', quantity(BigInt(height)))).report?.votes;
  assert.deepEqual(await votesIn(first), []);
  assert.deepEqual(
    (await votesIn(first + 1))?.map(({ signed }) => signed),
    [true],
  );
  assert.equal(await validator.call<string>('eth_getTransactionCount', signFrom(5).sender), '0x1');
  await send(validator, signFrom(5, { nonce: 1n }));

  await full.start(); // gets the blocks from its peer
  await allAt(nodes, first + 6);
  assert.equal(await validator.process.stop('SIGTERM'), 0);
  await validator.start();
  await allAt(nodes, first + 9);
  await validator.process.stop('SIGKILL');
  await validator.start();
  await allAt(nodes, first + 12);
  assert.equal(await assertSameChain(nodes, first - 1, first + 12), 1);
  for (const node of nodes) await node.process.stop('SIGTERM');
  for (const node of nodes) assert.equal((await runQord(['verify', '--home', node.home])).code, 0);
});
