import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { test } from 'node:test';
import { readValidatorKey } from '../../consensus/comet/process/key-files.ts';
import { toBech32 } from '../../primitives/address.ts';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { assertSameChain } from '../../testing/network/compare-nodes.ts';
import { callModule } from '../../testing/network/module-sender.ts';
import { allAt, type NetworkNode, startNetwork } from '../../testing/network/network.ts';
import { cometValidators, evidenceSeconds, validatorRecord } from '../../testing/network/validator-set.ts';
import { commandsOn } from '../../testing/run-qord.ts';
import { accountOf } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

const skip = cometMissing;
const qor = 1_000_000n;
/**
 * Blocks in which signatures are counted. So few must be signed that no running validator is jailed on a busy machine.
 */
const window = 12;
const params = {
  ...{ max_validators: 4, signed_blocks_window: window, min_signed_per_window: '0.1', jail_blocks: 3 },
  ...{ min_self_bond: (100n * qor).toString(), unbonding_seconds: 600 },
};
/** So that few votes come too late on a busy machine. */
const values = { 'comet.commit-pause': '500ms' };

const addressOf = (node: NetworkNode) => `0x${readValidatorKey(node.comet).address}`;

/**
 * Asserts the validator set two blocks after a block, that it was different before, and that the next block is made.
 */
async function assertSetAfter(
  nodes: readonly NetworkNode[],
  height: number,
  expected: readonly [NetworkNode, number][],
) {
  const [first] = nodes;
  assert.ok(first);
  await allAt([first], height + 3);
  const set = Object.fromEntries(expected.map(([node, power]) => [addressOf(node), power]));
  assert.deepEqual(await cometValidators(first, height + 2), set, 'H+2');
  assert.notDeepEqual(await cometValidators(first, height + 1), set, 'H+1');
}

async function reputationOf(node: NetworkNode, account: number) {
  const name = toBech32(accountOf(account), 'qorvaloper');
  return await node.call<{ uptime_blocks: number; missed_blocks: number }>('qor_getReputationScore', name);
}

test('the validators of a network are those of staking', { skip }, async (t) => {
  const nodes = await startNetwork(t, { validators: 4, fullNodes: 2, values });
  const [node0, node1, node2, node3, joiner, twin] = nodes;
  assert.ok(node0 && node1 && node2 && node3 && joiner && twin);
  const million = 1_000_000;
  await allAt(nodes, 1);
  const changes = JSON.stringify(params);
  const changed = await callModule(node0, 0, ['authority', 'setParams'], { module: 'staking', changes });

  await t.test('evidence counts as long as unbonding takes', async () => {
    await allAt([node0], changed + 3);
    assert.equal(await evidenceSeconds(node0, changed), 60, 'never less than a minute');
    assert.equal(await evidenceSeconds(node0, changed + 2), params.unbonding_seconds);
  });

  await t.test('a full node becomes a validator; it signs once its rank is high enough', async () => {
    const qord = commandsOn({ urls: { http: joiner.process.urls.http ?? '' }, home: joiner.home });
    const created = await qord(
      ...['tx', 'staking', 'create-validator', 'joiner', '500', '500000qor', '--from', 'dev5'],
    );
    assert.equal(created.status, 1);
    await allAt([node0], created.block + 3);
    assert.equal(Object.keys(await cometValidators(node0, created.block + 2)).length, 4);
    assert.equal((await reputationOf(node0, 5)).uptime_blocks, 0);
    const height = await callModule(joiner, 6, ['staking', 'delegate'], {
      validator: accountOf(5),
      amount: 700_000n * qor,
    });
    // among validators with equal stake the addresses decide who leaves
    const order = [0, 1, 2, 3].map((at) => [accountOf(at), nodes[at]] as const).sort(([a], [b]) => (a < b ? -1 : 1));
    const stay = order.slice(0, 3).map(([, node]) => [node ?? node0, million] as [NetworkNode, number]);
    await assertSetAfter(nodes, height, [...stay, [joiner, 1_200_000]]);
    await until(async () => (await reputationOf(node0, 5)).uptime_blocks > 0, 'its first vote');
  });

  await t.test('undelegation removes it from the set, a larger set readmits it', async () => {
    await allAt([node1, node2], await node0.height()); // they have the earlier transactions of both senders
    const undelegated = await callModule(node1, 6, ['staking', 'undelegate'], {
      validator: accountOf(5),
      amount: 700_000n * qor,
    });
    const four = [node0, node1, node2, node3].map((node) => [node, million] as [NetworkNode, number]);
    await assertSetAfter(nodes, undelegated, four);
    const wider = { module: 'staking', changes: JSON.stringify({ max_validators: 5 }) };
    const height = await callModule(node2, 0, ['authority', 'setParams'], wider);
    await assertSetAfter(nodes, height, [...four, [joiner, 500_000]]);
  });

  await t.test('a node with a copy of its key causes double signing, which is punished once, permanently', async () => {
    await twin.process.stop('SIGTERM');
    copyFileSync(joiner.comet.validatorKeyFile, twin.comet.validatorKeyFile);
    await twin.start();
    await until(async () => (await validatorRecord(node0, 5)).tombstoned, 'evidence of two votes', 600_000);
    const punished = await validatorRecord(node0, 5);
    assert.deepEqual([punished.slashes, punished.jailed, punished.is_active], [1, true, false]);
    assert.equal(punished.tokens, (490_000n * qor).toString(), '2 %');
    const four = [node0, node1, node2, node3].map((node) => [node, million] as [NetworkNode, number]);
    await assertSetAfter(nodes, punished.jailed_until - params.jail_blocks, four);
    await assert.rejects(callModule(node0, 5, ['staking', 'unjail'], {}), /staking.unjail failed/);
    await joiner.process.stop('SIGTERM');
    await twin.process.stop('SIGTERM');
  });

  const running = [node0, node1, node2];
  await t.test('a stopped validator is jailed, the others are not; it comes back', async () => {
    await node3.process.stop('SIGTERM');
    await until(async () => (await validatorRecord(node0, 3)).jailed, 'the jail');
    const { jailed_until } = await validatorRecord(node0, 3);
    const three = running.map((node) => [node, million] as [NetworkNode, number]);
    await assertSetAfter(running, jailed_until - params.jail_blocks, three);
    const missed = await Promise.all([0, 1, 2].map((account) => reputationOf(node0, account)));
    t.diagnostic(`votes missed by those that run: ${missed.map(({ missed_blocks }) => missed_blocks).join(', ')}`);
    for (const account of [0, 1, 2]) assert.equal((await validatorRecord(node0, account)).slashes, 0);
    assert.equal((await validatorRecord(node0, 5)).slashes, 1, 'the twin was punished once');
    await node3.start();
    await allAt([node3], jailed_until);
    const back = await callModule(node3, 3, ['staking', 'unjail'], {});
    await assertSetAfter(nodes, back, [...three, [node3, 990_000]]);
  });

  await t.test('the last validator never leaves, and another one replaces it', async () => {
    const undelegate = (account: number, amount: bigint) =>
      callModule(node0, account, ['staking', 'undelegate'], { validator: accountOf(account), amount });
    const full = 1_000_000n * qor;
    await Promise.all([undelegate(1, full), undelegate(2, full), undelegate(3, 990_000n * qor)]);
    const alone = (await node0.height()) + 2;
    await allAt([node0], alone + 1);
    assert.deepEqual(await cometValidators(node0, alone), { [addressOf(node0)]: million });
    const height = await undelegate(0, full);
    await assertSetAfter([node0], height, [[node0, 1]]);
    const restaked = await callModule(node0, 1, ['staking', 'delegate'], {
      validator: accountOf(1),
      amount: 900n * qor,
    });
    await assertSetAfter([node0], restaked, [[node1, 900]]);
  });

  const last = await node0.height();
  const together = [node0, node1, node2, node3];
  await allAt(together, last);
  await assertSameChain(together, last - 40, last); // the set changed often in these
});
