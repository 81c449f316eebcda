import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometMissing } from '../../testing/network/comet-binary.ts';
import { send } from '../../testing/network/mixed-load.ts';
import { allAt, startTappedNetwork } from '../../testing/network/network.ts';
import { signFrom } from '../../testing/sign-from.ts';
import { until } from '../../testing/until.ts';

/** An entry that a node rejects: of a format that does not exist. */
const unknownEntry = Uint8Array.of(0x00, 0xff);

test('a gap that is closed by a block, not by gossip: the transaction behind it reaches the validators', {
  skip: cometMissing,
}, async (t) => {
  const { nodes, node: full, tap } = await startTappedNetwork(t, 1, { validators: 1, fullNodes: 1 });
  const [validator] = nodes;
  assert.ok(validator);
  await allAt(nodes, 2);
  // The full node takes nothing from gossip, whether it comes before the block or not.
  tap.rule = ({ direction, content }) =>
    direction === 'response' || content.insertTx === undefined
      ? 'pass'
      : { request: { insertTx: { tx: unknownEntry } } };
  const later = await send(full, signFrom(5, { nonce: 1n }));
  assert.equal(await validator.call('eth_getTransactionByHash', later), null);
  await send(validator, signFrom(5, { nonce: 0n }));
  const receipt = () => validator.call<object | null>('eth_getTransactionReceipt', later);
  await until(async () => (await receipt()) !== null, 'the receipt of the later one');
});
