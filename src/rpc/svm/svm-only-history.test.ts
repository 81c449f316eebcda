import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TransactionLocation } from '../../chain/types.ts';
import { svmAddress } from '../../modules/addresses.ts';
import { depositedEvent, withdrawnEvent } from '../../modules/svm/events.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { type Hash, parseHash } from '../../primitives/hash.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { alice, signed } from '../../testing/interfaces/svm-interface.ts';
import { createMemoryChain } from '../../testing/memory-chain.ts';
import { svmOnlyTransactions } from './svm-only-history.ts';

/** Emits an event with the three topics it is called with: LOG3 of nothing, then STOP. */
const emitter = fromHex('0x6040356020355f355f5fa300');

const [key, other] = ['11', '22'].map((byte) => parseHash(`0x${byte.repeat(32)}`)) as [Hash, Hash];
const deposit = (to: Hash) => [depositedEvent.topic, parseHash(`0x${'00'.repeat(32)}`), to];
const withdrawal = (from: Hash) => [withdrawnEvent.topic, from, key];

test('the history is the same however few events are read at once', () => {
  const { mine, reader } = createMemoryChain((state) => {
    state.mint(alice, 1_000n * weiPerQor);
    state.setAccount(svmAddress, { nonce: 1n, balance: 0n, codeHash: state.addCode(emitter) });
  });
  let nonce = 0n;
  const expected: TransactionLocation[] = [];
  for (let height = 1; height <= 12; height++) {
    const kinds = [deposit(key), withdrawal(other), withdrawal(key), deposit(other)].slice(height % 4);
    mine(kinds.map((topics) => signed({ nonce: nonce++, to: svmAddress, data: concatBytes(...topics.map(fromHex)) })));
    kinds.forEach((topics, index) => {
      const isOwn = topics[0] === depositedEvent.topic ? topics[2] === key : topics[1] === key;
      if (isOwn) expected.unshift({ height, index });
    });
  }
  assert.ok(expected.length > 10);
  for (const step of [1, 2, 5, 100]) {
    for (const before of [undefined, ...expected]) {
      const rest = before === undefined ? expected : expected.slice(expected.indexOf(before) + 1);
      for (const limit of [1, 3, 100]) {
        const found = svmOnlyTransactions(reader, fromHex(key), before, limit, step);
        assert.deepEqual(
          found.map(({ height, index }) => ({ height, index })),
          rest.slice(0, limit),
        );
      }
    }
  }
});
