import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEvmInterface } from '../../testing/evm-interface.ts';

test('the rules of the chain', async () => {
  const { result } = createEvmInterface();
  const { current, next, last } = (await result('eth_config')) as {
    current: Record<string, unknown>;
    next: null;
    last: null;
  };
  assert.deepEqual([next, last, current.activationTime, current.chainId], [null, null, 0, '0x2648']);
  assert.match(String(current.forkId), /^0x[0-9a-f]{8}$/);
});

test('the range of blocks that the node serves moves with the head', async () => {
  const { result, mine } = createEvmInterface();
  const { block } = mine();
  const { head, state } = (await result('eth_capabilities')) as { head: object; state: object };
  assert.deepEqual(head, { number: '0x1', hash: block.header.hash });
  assert.deepEqual(state, { disabled: false, oldestBlock: '0x0' });
});
