import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toBase58 as nodeBase58, toBech32 as nodeBech32, toChecksum as nodeChecksum } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { fromHex } from '../primitives/hex.ts';
import { compareCode } from '../sources/compare-code.ts';
import { sourceLines } from '../sources/source-lines.ts';
import { tracePlaces } from '../sources/trace-places.ts';
import { signatureTextOfHash } from '../svm/signature-text.ts';
import {
  hashOfSignature,
  parseAccount,
  signatureOf,
  toBase58,
  toBech32,
  toChecksum,
} from './page/lib/accounts/accounts.ts';
import { waitingRows } from './page/lib/blocks/waiting.ts';
import { developmentAddresses } from './page/lib/node/development.ts';
import { parseExact, writeExact } from './page/lib/node/exact-json.ts';
import type { CallFrame } from './page/lib/node/types.ts';
import { parseAmountIn } from './page/lib/text/amount-input.ts';
import { formatUnits, percent, plainUnits, shortQor } from './page/lib/text/amounts.ts';

test('the page spells accounts and signatures as the node does', () => {
  for (const { address } of developmentAccounts) {
    assert.equal(toChecksum(address), nodeChecksum(address));
    assert.equal(toBech32(address), nodeBech32(address));
    assert.equal(toBase58(address), nodeBase58(address));
    for (const text of [
      address,
      toChecksum(address),
      toBech32(address),
      toBech32(address, 'qorvaloper'),
      toBase58(address),
    ]) {
      assert.equal(parseAccount(text), address);
    }
  }
  assert.deepEqual(
    developmentAddresses,
    developmentAccounts.map(({ address }) => address),
  );
  const hash = `0x${'1f'.repeat(32)}`;
  assert.equal(signatureOf(hash), signatureTextOfHash(fromHex(hash)));
  assert.equal(hashOfSignature(signatureOf(hash)), hash);
  assert.equal(hashOfSignature(`${signatureOf(hash).slice(0, -1)}1`), undefined, 'the second half is checked');
  for (const text of ['', '0x12', 'qor1qqqq', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37y', '1'.repeat(100)]) {
    assert.equal(parseAccount(text), undefined, text);
  }
});

test('amounts are exact in both directions', () => {
  const most = 2n ** 256n - 1n;
  assert.equal(plainUnits(most, 18).replace('.', ''), String(most));
  assert.equal(plainUnits(-1n, 18), '-0.000000000000000001');
  assert.equal(formatUnits(1234567n * 10n ** 18n, 18), '1\u202f234\u202f567');
  assert.equal(shortQor(1n), '<0.000001');
  assert.equal(shortQor(1_234_567_891n * 10n ** 9n), '1.234567…');
  assert.equal(percent(1n, 3n), '33.3 %');
  assert.equal(parseAmountIn('1.5qor', 'uqor'), 1_500_000n);
  assert.equal(parseAmountIn('1 500 000', 'uqor'), 1_500_000n);
  assert.equal(parseAmountIn('2lamports', 'wei'), 2_000_000_000n);
  for (const text of ['', 'qor', '1.5', '1.5euro', '-1', '0.0000001qor', '1e3', '1.2.3']) {
    assert.throws(() => parseAmountIn(text, 'uqor'), RangeError, text);
  }
});

test('JSON keeps integers that a double cannot hold', {
  skip: !hasSourceAccess() && 'needs JSON.parse with source',
}, () => {
  const text = '{"a":4500000000000000001,"b":1.5,"c":"12345678901234567890"}';
  assert.deepEqual(parseExact(text), { a: 4_500_000_000_000_000_001n, b: 1.5, c: '12345678901234567890' });
});

function hasSourceAccess(): boolean {
  let has = false;
  JSON.parse('1', (...args: unknown[]) => {
    has = args.length > 2;
  });
  return has;
}

test('a bigint is written as a number, and text that looks like one stays text', () => {
  assert.equal(
    writeExact({ a: 2n ** 64n, b: '18446744073709551616' }, 0),
    '{"a":18446744073709551616,"b":"18446744073709551616"}',
  );
});

test('code matches apart from immutables, libraries and metadata', () => {
  const metadata = (hash: string) => `a2646970667358221220${hash.repeat(32)}64736f6c6343000822`;
  const withLength = (text: string) => `${text}${(text.length / 2).toString(16).padStart(4, '0')}`;
  const body = `6080604052${'7f'}${'00'.repeat(32)}73__$${'a'.repeat(34)}$__5050`;
  const onChain = body.replace('00'.repeat(32), 'ab'.repeat(32)).replace(/__.{36}__/, 'cd'.repeat(20));
  const compiled = body + withLength(metadata('11'));
  const compare = (deployed: string, gaps = [{ start: 6, length: 32 }]) => compareCode(compiled, `0x${deployed}`, gaps);
  assert.deepEqual(compare(onChain + withLength(metadata('11'))), { matches: true, isMetadataEqual: true });
  assert.deepEqual(compare(onChain + withLength(metadata('22'))), { matches: true, isMetadataEqual: false });
  assert.deepEqual(compare(onChain + withLength(metadata('11')), []), { matches: true, isMetadataEqual: true });
  assert.equal(compare(`61${onChain.slice(2)}${withLength(metadata('11'))}`).matches, false);
  assert.equal(compare('').matches, false);
});

test('a program counter leads to the line of the source', () => {
  const text = 'contract A {\n  // ümlaut\n  uint x;\n}\n';
  const at = Buffer.from(text).indexOf('uint');
  // PUSH2 0x6060, PUSH1 0x00, STOP: three instructions
  const lineOf = sourceLines('0x616060600000', `0:12:0:-:0;${at}:4;:::o`, [{ path: 'A.sol', text }]);
  assert.deepEqual(lineOf(0), { path: 'A.sol', line: 1, text: 'contract A {' });
  assert.deepEqual(lineOf(3), { path: 'A.sol', line: 3, text: 'uint x;' });
  assert.deepEqual(lineOf(5), { path: 'A.sol', line: 3, text: 'uint x;' });
  assert.equal(lineOf(1), undefined, 'data of an instruction');
});

test('calls are joined with the instructions that made them', () => {
  const frame = (to: string, calls: readonly CallFrame[] = []): CallFrame => ({
    ...{ type: 'CALL', from: '0x', gas: '0x0', gasUsed: '0x0', input: '0x' },
    to: to as CallFrame['from'],
    calls,
  });
  const [inner, plain] = [frame('0x0c'), frame('0x0d')];
  const middle = frame('0x0b', [inner]);
  const root = frame('0x0a', [middle, plain]);
  const step = (pc: number, op: string, depth: number) => ({ pc, op, depth });
  const steps = [
    step(0, 'PUSH1', 1),
    step(2, 'CALL', 1),
    step(0, 'DELEGATECALL', 2),
    step(0, 'STOP', 3),
    step(1, 'RETURN', 2),
    step(3, 'CALL', 1), // an account without code
    step(4, 'STOP', 1),
  ];
  const places = tracePlaces(root, steps);
  assert.deepEqual(places?.frames, [root, root, middle, inner, middle, root, root]);
  assert.deepEqual(places.calledAt.get(middle), { caller: root, pc: 2 });
  assert.deepEqual(places.calledAt.get(inner), { caller: middle, pc: 0 });
  assert.deepEqual(places.calledAt.get(plain), { caller: root, pc: 3 });
  assert.deepEqual(
    [root, middle, inner, plain].map((each) => places.endedAt.get(each)),
    [[4], [1], [0], undefined],
  );
  assert.equal(tracePlaces(root, steps.slice(0, 5)), undefined, 'a call is missing');
  assert.equal(tracePlaces(frame('0x0a', [middle]), steps), undefined, 'a call too many');
});

test('the pool says what each transaction waits for', () => {
  const fields = { to: null, value: '0x0', gas: '0x5208', gasPrice: '0x0', input: '0x', type: '0x2' } as const;
  const place = { blockNumber: null, blockHash: null, transactionIndex: null };
  const entry = (from: `0x${string}`, nonce: number, wei: number) => ({
    ...{ ...fields, ...place, from, hash: `${from}${nonce}` as const },
    ...({ nonce: `0x${nonce.toString(16)}`, maxFeePerGas: `0x${wei.toString(16)}` } as const),
  });
  const pending = { '0xa': { 1: entry('0xa', 1, 10), 2: entry('0xa', 2, 1), 3: entry('0xa', 3, 10) } };
  const last = { ...entry('0xb', 0, 10), hash: '0xb7', nonce: '0xfffffffffffffff0' } as const;
  const queued = { '0xb': { 5: entry('0xb', 5, 10), 6: entry('0xb', 6, 10), 7: last } };
  const rows = waitingRows({ pending, queued }, { default: ['0xa1'] }, 5n);
  assert.deepEqual(
    rows.map(({ transaction, isReady, why, lane }) => [transaction.hash, isReady, why, lane]),
    [
      ['0xa1', true, 'room in the next block', 'default'],
      ['0xa2', false, 'a base fee it can pay', ''],
      ['0xa3', false, 'nonce 2, which offers too little', ''],
      ['0xb5', false, 'nonce 4, which is missing', ''],
      ['0xb6', false, 'nonce 5, which waits too', ''],
      ['0xb7', false, 'nonce 18446744073709551599, which is missing', ''],
    ],
  );
});
