import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ProposerReport } from '../kernel/module.ts';
import { parseAddress } from '../primitives/address.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { decodeReport, encodeReport } from './proposer-report-codec.ts';

const validator = parseAddress(`0x${'ab'.repeat(20)}`);
const report: ProposerReport = {
  time: 1_767_225_600_123,
  waitingTransactions: 70_000,
  waitingBytes: 9_000_000,
  votes: [
    { validator, signed: true },
    { validator: parseAddress(`0x${'cd'.repeat(20)}`), signed: false },
  ],
  misbehaviour: [
    { kind: 'duplicate-vote', validator, height: 12, time: 1_767_225_500_001, power: 1_000_000 },
    { kind: 'light-client-attack', validator, height: 13, time: 0, power: 1 },
  ],
};

test('a report is read back from the header as it was written', () => {
  const extraData = encodeReport(report);
  assert.deepEqual(decodeReport({ timestamp: 1_767_225_600, extraData }), report);
  const empty = { ...report, votes: [], misbehaviour: [] };
  assert.deepEqual(decodeReport({ timestamp: 1_767_225_600, extraData: encodeReport(empty) }), empty);
});

test('blocks of the first format, which has no misbehaviour, can be read', () => {
  const waiting = encodeReport({ ...report, votes: [], misbehaviour: [] });
  const withoutCount = toHex(waiting).slice(4, -2);
  const votes = `${'ab'.repeat(20)}01${'cd'.repeat(20)}00`;
  const extraData = fromHex(`0x01${withoutCount}${votes}`);
  assert.deepEqual(decodeReport({ timestamp: 1_767_225_600, extraData }), { ...report, misbehaviour: [] });
});

test('other extra data is no report', () => {
  for (const extraData of ['0x', '0x03', '0x0200000001'] as const) {
    assert.throws(() => decodeReport({ timestamp: 0, extraData: fromHex(extraData) }), RangeError, extraData);
  }
});
