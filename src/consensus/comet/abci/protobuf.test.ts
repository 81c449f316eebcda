import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import fc from 'fast-check';
import protobuf from 'protobufjs';
import { fromHex, toHex } from '../../../primitives/hex.ts';
import { decodeMessage, encodeFramed, encodeMessage, list, message } from './protobuf.ts';
import { request, response } from './types.ts';
import { readLength } from './varint.ts';

/** The messages as CometBFT declares them, in an independent codec. */
const { root } = protobuf.parse(readFileSync('src/consensus/comet/abci/fixtures/abci.proto', 'utf8'));
const peers = { request: root.lookupType('abci.Request'), response: root.lookupType('abci.Response') };

const bytes = (length: number, value: number) => Buffer.alloc(length, value);
const time = { seconds: 1_767_225_600, nanos: 999_999_999 };
const validator = { address: bytes(20, 1), power: 1_000_000 };

const decidedBlock = {
  txs: [bytes(3, 0), bytes(1000, 7), bytes(0, 0)],
  misbehavior: [{ type: 1, validator, height: 12, time, totalVotingPower: 4_000_000 }],
  hash: bytes(32, 9),
  height: 300,
  time,
  proposerAddress: bytes(20, 2),
};
const lastCommit = { round: 1, votes: [{ validator, blockIdFlag: 2 }] };

/** Each request in the names of CometBFT, and as this decoder returns it. */
const requests: readonly (readonly [object, object])[] = [
  [{ flush: {} }, { flush: {} }],
  [{ echo: { message: 'hello' } }, { echo: { message: 'hello' } }],
  [{ insertTx: { tx: bytes(200, 3) } }, { insertTx: { tx: bytes(200, 3) } }],
  [{ reapTxs: { maxBytes: 5_000_000_000, maxGas: 0 } }, { reapTxs: { maxBytes: 5_000_000_000, maxGas: 0 } }],
  [
    { finalizeBlock: { ...decidedBlock, decidedLastCommit: lastCommit } },
    { finalizeBlock: blockOf(decidedBlock, lastCommit) },
  ],
  [
    { processProposal: { ...decidedBlock, proposedLastCommit: lastCommit } },
    { processProposal: blockOf(decidedBlock, lastCommit) },
  ],
];

function blockOf({ misbehavior, ...block }: typeof decidedBlock, commit: object): object {
  return { ...block, misbehaviour: misbehavior, lastCommit: commit };
}

test('requests of CometBFT are decoded as they were sent', () => {
  for (const [sent, expected] of requests) {
    const decoded = decodeMessage(request, peers.request.encode(peers.request.fromObject(sent)).finish());
    const present = Object.fromEntries(Object.entries(decoded).filter(([, value]) => value !== undefined));
    assert.deepEqual(plain(present), plain(expected));
  }
});

test('times before 1970, which Go sends for an unset time, are decoded', () => {
  const none = { seconds: -62_135_596_800, nanos: 0 };
  const encoded = peers.request.encode(peers.request.fromObject({ prepareProposal: { time: none } })).finish();
  assert.deepEqual(decodeMessage(request, encoded).prepareProposal?.time, none);
});

test('responses have the bytes that the independent codec writes', () => {
  const update = { pubKey: { ed25519: bytes(32, 5) }, power: 30 };
  const consensusParams = {
    block: { maxBytes: 5_242_880, maxGas: -1 },
    evidence: { maxAgeNumBlocks: 100_000, maxAgeDuration: { seconds: 1_814_400, nanos: 0 }, maxBytes: 262_144 },
    validator: { pubKeyTypes: ['ed25519', 'secp256k1eth'] },
    version: { app: 1 },
  };
  const txResults = [{ code: 1, gasWanted: 21_000, gasUsed: 21_000 }, {}, { data: bytes(300, 1) }];
  const responses = [
    { flush: {} },
    { exception: { error: 'it failed: ü' } },
    {
      info: { data: 'qord', version: '0.1.0', appVersion: 1, lastBlockHeight: 2 ** 40, lastBlockAppHash: bytes(32, 8) },
    },
    { initChain: { consensusParams, validators: [update], appHash: bytes(32, 1) } },
    { prepareProposal: { txs: [bytes(5, 0), bytes(70_000, 1)] } },
    { finalizeBlock: { txResults, validatorUpdates: [update, { ...update, power: 0 }], appHash: bytes(32, 2) } },
    { reapTxs: { txs: [] } },
  ];
  for (const value of responses) {
    const expected = Buffer.from(peers.response.encode(peers.response.fromObject(value)).finish());
    assert.equal(toHex(encodeMessage(response, value)), toHex(expected));
    const framed = encodeFramed(response, value);
    assert.deepEqual(readLength(framed, 0), { value: expected.length, next: framed.length - expected.length });
  }
});

test('any number and any bytes survive encoding and decoding', () => {
  const type = message({
    number: [1, 'integer'],
    texts: [2, list('text')],
    bytes: [16, 'bytes'],
    flag: [2047, 'boolean'],
  });
  fc.assert(
    fc.property(
      fc.record({
        number: fc.maxSafeInteger(),
        texts: fc.array(fc.string({ unit: 'grapheme' })),
        bytes: fc.uint8Array({ maxLength: 3000 }),
        flag: fc.boolean(),
      }),
      (value) => assert.deepEqual(plain(decodeMessage(type, encodeMessage(type, value))), plain(value)),
    ),
  );
});

test('unknown fields are skipped; malformed bytes are rejected', () => {
  const type = message({ number: [1, 'integer'] });
  assert.deepEqual(decodeMessage(type, fromHex('0x1a0161080719000000000000000025000000000a0100')), { number: 7 });
  for (const hex of ['0x08', '0x0a05', '0x0bff', '0x08ffffffffffffffff7f', '0x08ffffffffffffffffffff01'] as const) {
    assert.throws(() => decodeMessage(type, fromHex(hex)), RangeError, hex);
  }
  assert.equal(readLength(fromHex('0xffff'), 0), undefined);
  assert.throws(() => readLength(fromHex('0xffffffffff01'), 0), RangeError);
});

/** Views and buffers → hex, so that only contents are compared. */
function plain(value: unknown): unknown {
  if (value instanceof Uint8Array) return toHex(value);
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member)]));
}

test('of a list with a limit so many items are read, and nothing after them', () => {
  const limited = message({ items: [1, list('bytes', 3)], height: [2, 'integer'] });
  const whole = message({ items: [1, list('bytes')], height: [2, 'integer'] });
  const outer = message({ inner: [1, limited], next: [2, 'integer'] });
  const wholeOuter = message({ inner: [1, whole], next: [2, 'integer'] });
  for (let count = 0; count <= 5; count++) {
    const items = Array.from({ length: count }, (_, index) => Buffer.of(index));
    const bytes = encodeMessage(wholeOuter, { inner: { items, height: 7 }, next: 8 });
    const expected = { items: items.slice(0, 3), height: count < 3 ? 7 : 0 };
    assert.deepEqual(decodeMessage(outer, bytes), { inner: expected, next: 8 });
  }
});
