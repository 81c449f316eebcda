import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase58 } from '../../primitives/address.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { toSignature } from '../../svm/signature.ts';
import { alice, bob, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';

type Answer = { readonly context: { readonly slot: number }; readonly value: Record<string, unknown> };

test('methods that version 1.18 calls deprecated give what their successors give', async (t) => {
  const { call, mine } = await openSvmInterface(t, (state) => state.mint(alice, 10n * weiPerQor));
  const tx = signed({ nonce: 0n, to: bob, value: weiPerQor });
  mine([tx]);
  const signature = toSignature(tx.hash);
  const pairs: readonly (readonly [old: string, now: string, ...params: unknown[]])[] = [
    ['getConfirmedBlock', 'getBlock', 1],
    ['getConfirmedBlock', 'getBlock', 1, 'base64'],
    ['getConfirmedBlock', 'getBlock', 9],
    ['getConfirmedBlocks', 'getBlocks', 0, 1],
    ['getConfirmedBlocksWithLimit', 'getBlocksWithLimit', 0, 1],
    ['getConfirmedTransaction', 'getTransaction', signature],
    ['getConfirmedSignaturesForAddress2', 'getSignaturesForAddress', toBase58(alice), { limit: 1 }],
    ['getSnapshotSlot', 'getHighestSnapshotSlot'],
  ];
  for (const [old, now, ...params] of pairs)
    assert.deepEqual(await call(old, ...params), await call(now, ...params), old);
});

test('old methods for fees give the price of a plain transfer in the next block', async (t) => {
  const { call, mine } = await openSvmInterface(t, (state) => state.mint(alice, 10n * weiPerQor));
  mine([signed({ nonce: 0n, to: bob, value: weiPerQor })]);
  const { value: latest } = (await call('getLatestBlockhash')) as Answer;
  const { context, value: recent } = (await call('getRecentBlockhash')) as Answer;
  assert.equal(context.slot, 1);
  assert.equal(recent.blockhash, latest.blockhash);
  const { lamportsPerSignature } = recent.feeCalculator as { lamportsPerSignature: number };
  assert.ok(lamportsPerSignature > 0);
  const { value: fees } = (await call('getFees')) as Answer;
  const last = latest.lastValidBlockHeight;
  assert.deepEqual(fees, { ...recent, lastValidSlot: last, lastValidBlockHeight: last });
  const of = async (hash: unknown) => ((await call('getFeeCalculatorForBlockhash', hash)) as Answer).value;
  assert.deepEqual(await of(recent.blockhash), { feeCalculator: { lamportsPerSignature } });
  assert.equal(await of(toBase58(alice)), null);
  const { value: governed } = (await call('getFeeRateGovernor')) as Answer;
  const governor = governed.feeRateGovernor as Record<string, number>;
  assert.equal(governor.burnPercent, 30);
  assert.equal(governor.minLamportsPerSignature, governor.targetLamportsPerSignature);
  assert.ok((governor.minLamportsPerSignature ?? 0) <= lamportsPerSignature);
  assert.ok((governor.targetSignaturesPerSlot ?? 0) > 1_000);
});

test('no account of the SVM has stake of its own', async (t) => {
  const { call } = await openSvmInterface(t, (state) => state.mint(alice, weiPerQor));
  const rejected = (message: string) => ({ code: -32602, message: `Invalid param: ${message}` });
  assert.deepEqual(await call('getStakeActivation', toBase58(alice)), rejected('not a stake account'));
  assert.deepEqual(await call('getStakeActivation', toBase58(bob)), rejected('account not found'));
});
