import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runHook } from '../../chain/run-hook.ts';
import { createEngine } from '../../evm/engine.ts';
import { precompiles } from '../../evm/precompiles/precompiles.ts';
import { count } from '../../kernel/codec/scalars.ts';
import type { Engine } from '../../kernel/engine.ts';
import { emptyReport } from '../../kernel/module.ts';
import { ModuleCallError } from '../../kernel/module-sdk/call.ts';
import { entryDropped } from '../../kernel/module-sdk/hook-failed.ts';
import { joinNatives } from '../../kernel/natives.ts';
import { heldCoins } from '../../kernel/pools.ts';
import { type Address, parseAddress } from '../../primitives/address.ts';
import { ratio } from '../../primitives/decimal/decimal.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerUqor } from '../../primitives/units.ts';
import { createModuleHarness, type ModuleHarness } from '../../testing/module-harness.ts';
import { crossvmAddress } from '../addresses.ts';
import { svm } from '../svm/index.ts';
import * as svmAccounts from '../svm/transfers.ts';
import { respondedEvent } from './events.ts';
import { createCrossvm } from './index.ts';
import { messages, queueRecord } from './records.ts';

/*
 * One message that cannot be settled leaves the queue, whatever state makes it fail, and the next continue; all nodes see the
 * same, because it follows from the state.
 */

const [alice, bob] = developmentAccounts.map(({ address }) => address);
assert.ok(alice && bob);
const target = parseAddress(`0x${'e0'.repeat(20)}`);
const qor = 1_000_000n;
const none = { isAuthority: () => false, svmAccounts };

/** Three messages of alice; `spoil` makes the second fail. */
function queued(funds: readonly bigint[], spoil: (harness: ModuleHarness) => void) {
  const crossvm = createCrossvm(none);
  const harness = createModuleHarness([crossvm, svm], { svm: svm.defaultGenesis('dev') });
  const { state, block } = harness;
  harness.fund(alice as Address, 1_000n * qor);
  state.setAccount(target, { nonce: 1n, balance: 0n, codeHash: state.addCode(fromHex('0x00')) });
  for (const sent of funds) {
    const message = {
      sourceVm: 'cosmwasm',
      targetVm: 'evm',
      targetContract: target,
      payload: Uint8Array.of(7),
      funds: sent,
    };
    assert.ok('outputs' in harness.call(crossvm, alice as Address, 'call', message));
  }
  spoil(harness);
  const natives = joinNatives(precompiles('osaka'), [crossvm, svm]);
  const report = emptyReport(0);
  const place = { engine: createEngine(), natives, environment: block, report, state, transactions: [] };
  return { harness, end: (engine = place.engine) => runHook(crossvm, 'endBlock', { ...place, engine }) };
}

const dropped = (kind: string, entry = '2') => entryDropped(crossvmAddress).log({ queue: messages.name, entry, kind });
const response = (number: number, success: boolean, gasUsed = 0n) =>
  respondedEvent.log({
    messageId: `crossvm-0000000${number}`,
    sourceVm: 'cosmwasm',
    targetVm: 'evm',
    success,
    gasUsed,
  });

/** Status of the three messages; undefined for one that was removed. */
const statuses = ({ state }: ModuleHarness) => [1, 2, 3].map((number) => messages.get(state, number)?.status);

/** What becomes of a message whose funds are gone. */
const removed = ['executed', undefined, 'executed'];

test('a message whose funds are not there any more is removed (fault)', () => {
  const { harness, end } = queued([0n, 3n * qor, 0n], ({ state }) => {
    state.transfer(crossvmAddress, bob as Address, 1n);
  });
  assert.deepEqual(end(), [response(1, true), dropped('fault'), dropped('fault'), response(3, true)]);
  assert.deepEqual(statuses(harness), removed);
  assert.deepEqual([harness.balance(alice as Address), harness.balance(target)], [997n * qor, 0n]);
  assert.deepEqual(end(), [], 'it is over');
});

test('a message whose funds are not counted any more is removed (arithmetic)', () => {
  const { harness, end } = queued([0n, 3n * qor, 0n], ({ state }) => {
    heldCoins.set(state, 3n * qor * weiPerUqor - 1n, crossvmAddress);
  });
  assert.deepEqual(end(), [response(1, true), dropped('arithmetic'), dropped('arithmetic'), response(3, true)]);
  assert.deepEqual(statuses(harness), removed);
  assert.equal(harness.balance(alice as Address), 997n * qor);
});

test('a message that cannot be read is removed (codec)', () => {
  const { harness, end } = queued([0n, 0n, 0n], ({ state }) => {
    const [, second] = [...state.entries(crossvmAddress, '0x01')];
    assert.ok(second);
    state.setEntry(crossvmAddress, second[0], Uint8Array.of(0xc1, 0x80));
  });
  assert.deepEqual(end(), [response(1, true), dropped('codec'), response(3, true)]);
  assert.deepEqual(statuses(harness), removed);
  assert.deepEqual(queueRecord.get(harness.state), { next: 4, head: 4, ended: 0 });
});

const thrown: Readonly<Record<string, () => unknown>> = {
  codec: () => count.encode(2 ** 60),
  arithmetic: () => ratio(1n, 0n),
  fault: () => {
    throw new ModuleCallError({ code: 9, reason: 'not now' });
  },
};

for (const [kind, fail] of Object.entries(thrown))
  test(`a message that cannot be settled once its target has run fails, and its funds go back (${kind})`, () => {
    const { harness, end } = queued([0n, 3n * qor, 0n], () => undefined);
    const { run } = createEngine();
    const failing: Engine['run'] = (block, message, ...rest) => {
      const outcome = run(block, message, ...rest);
      if (message.value > 0n) fail();
      return outcome;
    };
    const events = end({ ...createEngine(), run: failing });
    assert.deepEqual(events, [response(1, true), dropped(kind), response(2, false), response(3, true)]);
    assert.deepEqual(statuses(harness), ['executed', 'failed', 'executed']);
    const { error, funds } = messages.get(harness.state, 2) ?? {};
    assert.deepEqual([error, funds], ['the message cannot be settled', 3n * qor]);
    assert.deepEqual([harness.balance(alice as Address), harness.balance(target)], [1_000n * qor, 0n]);
    harness.nextBlock(); // which compares pools with records
  });

test('a call of the queue fails as a whole where a message cannot be settled', () => {
  const crossvm = createCrossvm({ ...none, isAuthority: () => true });
  const { harness } = queued([0n, 3n * qor, 0n], ({ state }) => state.transfer(crossvmAddress, bob as Address, 1n));
  const result = harness.call(crossvm, bob as Address, 'processQueue', {});
  assert.match(JSON.stringify(result), /^{"rejection":"crossvm: insufficient balance/);
  assert.deepEqual(statuses(harness), ['pending', 'pending', 'pending']);
});
