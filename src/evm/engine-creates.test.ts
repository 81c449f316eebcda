import assert from 'node:assert/strict';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import { type Address, addressFromBytes, addressToBytes } from '../primitives/address.ts';
import { bytesToBigint, concatBytes, emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { assemble, type Part, returnTop, returnWords } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender, slotKey } from '../testing/evm/harness.ts';
import { createdAddress } from './created-address.ts';

/** EIP-1014. */
function createdBy2(creator: Address, salt: number, initcode: Uint8Array): Address {
  const saltBytes = new Uint8Array(32).fill(salt, 31);
  const parts = concatBytes(Uint8Array.of(0xff), addressToBytes(creator), saltBytes, keccak256(initcode));
  return addressFromBytes(keccak256(parts).subarray(12));
}

/** Initcode that returns the code (up to 32 bytes). */
function deploying(code: Uint8Array): Uint8Array {
  if (code.length === 0) return assemble('STOP');
  return assemble(bytesToBigint(code), 0, 'MSTORE', code.length, 32 - code.length, 'RETURN');
}

/** Puts initcode of up to 32 bytes at the end of the first word of memory. */
const store = (initcode: Uint8Array): Part[] => [bytesToBigint(initcode), 0, 'MSTORE'];
const create = (initcode: Uint8Array, value = 0): Part[] => [
  ...store(initcode),
  ...[initcode.length, 32 - initcode.length, value, 'CREATE'],
];
const create2 = (initcode: Uint8Array, salt: number): Part[] => [
  ...store(initcode),
  ...[salt, initcode.length, 32 - initcode.length, 0, 'CREATE2'],
];

const runtime = Uint8Array.of(0x60, 0x2a, 0x5f, 0x52, 0x60, 0x20, 0x5f, 0xf3); // returns 42

test('CREATE derives the address from the nonce, counts it, and deposits the code', () => {
  const harness = createEvmHarness();
  for (const nonce of [1n, 0x7fn, 0x80n, 0xffn, 0x100n, 0xffff_ffffn]) {
    harness.put(contract, { code: assemble(...create(deploying(runtime)), ...returnTop), nonce });
    const result = harness.run();
    const created = createdAddress(contract, nonce);
    assert.equal(result.word, BigInt(created));
    const account = harness.state.account(created);
    assert.equal(account?.nonce, 1n);
    assert.equal(account?.codeHash, keccakHash(runtime));
    assert.equal(harness.state.account(contract)?.nonce, nonce + 1n);
    assert.equal(harness.run({ to: created }).word, 42n);
  }
});

test('CREATE costs 32,000, 2 for a word of initcode, and 200 for a byte of code', () => {
  const harness = createEvmHarness();
  const initcode = deploying(runtime);
  const result = harness.runCode(assemble(...create(initcode)));
  const initcodeGas = 3n * 5n + 3n + 3n; // five instructions, the fourth with a word of memory
  assert.equal(result.gasUsed, 3n + 3n + 3n + 3n + 9n + 32_000n + 2n + initcodeGas + 200n * 8n - 3n);
});

test('CREATE2 derives the address from salt and initcode (EIP-1014)', () => {
  const harness = createEvmHarness();
  const initcode = deploying(runtime);
  const result = harness.runCode(assemble(...create2(initcode, 5), ...returnTop));
  assert.equal(result.word, BigInt(createdBy2(contract, 5, initcode)));
  const again = harness.run({ gas: 1_000_000n });
  assert.equal(again.word, 0n);
  assert.ok(again.gasUsed > 900_000n, 'a collision takes all the gas handed on');
});

test('a creation collides with a nonce, with code and with storage (EIP-7610)', () => {
  const initcode = deploying(runtime);
  const target = createdBy2(contract, 1, initcode);
  const collides = (prepare: (harness: ReturnType<typeof createEvmHarness>) => void) => {
    const harness = createEvmHarness();
    prepare(harness);
    return harness.runCode(assemble(...create2(initcode, 1), ...returnTop)).word === 0n;
  };
  assert.ok(!collides((harness) => harness.put(target, { balance: 5n })));
  assert.ok(collides((harness) => harness.put(target, { nonce: 1n })));
  assert.ok(collides((harness) => harness.put(target, { code: Uint8Array.of(0) })));
  assert.ok(collides((harness) => harness.put(target, { storage: { 3: 1n } })));
});

test('wei sent along arrives, beside what was there before', () => {
  const harness = createEvmHarness();
  const created = createdAddress(contract, 0n);
  harness.put(created, { balance: 5n });
  harness.put(contract, { code: assemble(...create(deploying(runtime), 7), ...returnTop), balance: 10n });
  assert.equal(harness.run().word, BigInt(created));
  assert.equal(harness.balance(created), 12n);
  assert.equal(harness.balance(contract), 3n);
});

test('without enough wei nothing is created, and neither nonce nor gas is used', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(...create(deploying(runtime), 7), ...returnTop), balance: 6n, nonce: 4n });
  const result = harness.run();
  assert.equal(result.word, 0n);
  assert.ok(result.gasUsed < 33_000n);
  assert.equal(harness.state.account(contract)?.nonce, 4n);
});

test('initcode that reverts returns its data; initcode that succeeds returns none', () => {
  const harness = createEvmHarness();
  const reverting = assemble(0xbad, 0, 'MSTORE', 32, 0, 'REVERT');
  const code = assemble(...create(reverting), 'RETURNDATASIZE', 32, 0, 0, 'RETURNDATACOPY', 0, 'MLOAD');
  const result = harness.runCode(assemble(code, ...returnWords(3)));
  assert.deepEqual(result.words, [0n, 32n, 0xbadn]);
  assert.equal(harness.state.account(contract)?.nonce, 2n);
  const success = harness.runCode(assemble(...create(deploying(runtime)), 'RETURNDATASIZE', ...returnTop));
  assert.equal(success.word, 0n);
});

/** Initcode that returns so many zero bytes. */
const zeros = (length: number) => assemble(length, 0, 'RETURN');

test('code is at most 24,576 bytes and does not begin with 0xef (EIP-170, EIP-3541)', () => {
  const harness = createEvmHarness();
  const status = (initcode: Uint8Array) => {
    const { status, halt } = harness.run({ to: undefined, data: initcode, gas: 10_000_000n });
    return halt ?? status;
  };
  assert.equal(status(zeros(24_576)), 'success');
  assert.equal(status(zeros(24_577)), 'max code size exceeded');
  assert.equal(status(deploying(Uint8Array.of(0xef))), 'invalid code: must not begin with 0xef');
  assert.equal(status(deploying(Uint8Array.of(0xee))), 'success');
});

test('a creation whose code cannot be paid for fails', () => {
  const harness = createEvmHarness();
  const paid = 3n + 3n + 3n + 200n * 32n;
  assert.equal(harness.run({ to: undefined, data: zeros(32), gas: paid }).gasLeft, 0n);
  assert.equal(harness.run({ to: undefined, data: zeros(32), gas: paid }).status, 'success');
  const short = harness.run({ to: undefined, data: zeros(32), gas: paid - 1n });
  assert.equal(short.halt, 'contract creation code storage out of gas');
});

test('CREATE rejects initcode of more than 49,152 bytes (EIP-3860)', () => {
  const harness = createEvmHarness();
  const status = (length: number) => harness.runCode(assemble(length, 0, 0, 'CREATE', ...returnTop));
  assert.notEqual(status(49_152).word, 0n);
  assert.equal(status(49_153).halt, 'max initcode size exceeded');
});

test('a message without target creates at the nonce of its caller, which is counted even when it fails', () => {
  const harness = createEvmHarness();
  harness.put(sender, { nonce: 6n, balance: 10n });
  const result = harness.run({ to: undefined, data: deploying(runtime), value: 4n });
  assert.equal(result.created, createdAddress(sender, 6n));
  assert.equal(harness.balance(createdAddress(sender, 6n)), 4n);
  assert.deepEqual(result.output, runtime);
  const failed = harness.run({ to: undefined, data: assemble('INVALID') });
  assert.equal(failed.created, createdAddress(sender, 7n));
  assert.equal(harness.state.account(createdAddress(sender, 7n)), undefined);
  assert.equal(harness.state.account(sender)?.nonce, 8n);
});

test('a constructor sees its own code, no calldata, and keeps what it stores', () => {
  const harness = createEvmHarness();
  const initcode = assemble('CODESIZE', 0, 'SSTORE', 'CALLDATASIZE', 1, 'SSTORE', 'CALLER', 2, 'SSTORE');
  harness.run({ to: undefined, data: initcode });
  const created = createdAddress(sender, 0n);
  assert.equal(harness.slot(created, 0), BigInt(initcode.length));
  assert.equal(harness.slot(created, 1), 0n);
  assert.equal(harness.slot(created, 2), BigInt(sender));
});

test('a created contract can be called in the same transaction', () => {
  const harness = createEvmHarness();
  const call: Part[] = [32, 0, 0, 0, 0, 'DUP6', 'GAS', 'CALL', 'POP', 0, 'MLOAD', ...returnTop];
  assert.equal(harness.runCode(assemble(...create(deploying(runtime)), ...call)).word, 42n);
});

const heir = address(0x4e14);

test('SELFDESTRUCT gives the balance away and costs 5,000, 2,600 cold, 25,000 for a new account', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble(BigInt(heir), 'SELFDESTRUCT'), balance: 9n, storage: { 0: 1n } });
  const result = harness.run();
  assert.equal(result.gasUsed, 3n + 5000n + 2600n + 25_000n);
  assert.equal(result.burned, 0n);
  assert.equal(harness.balance(heir), 9n);
  assert.equal(harness.slot(contract, 0), 1n, 'the contract stays (EIP-6780)');
  assert.equal(harness.run().gasUsed, 3n + 5000n + 2600n);
});

test('SELFDESTRUCT towards itself burns nothing unless the same transaction created the contract (EIP-6780)', () => {
  const harness = createEvmHarness();
  harness.put(contract, { code: assemble('ADDRESS', 'SELFDESTRUCT'), balance: 9n });
  assert.equal(harness.run().burned, 0n);
  assert.equal(harness.balance(contract), 9n);
  harness.put(sender, { balance: 50n });
  const result = harness.run({ to: undefined, value: 8n, data: assemble(1, 0, 'SSTORE', 'ADDRESS', 'SELFDESTRUCT') });
  assert.equal(result.status, 'success');
  assert.equal(result.burned, 8n);
  const created = createdAddress(sender, 0n);
  assert.equal(harness.state.account(created), undefined);
  assert.equal(harness.state.entry(created, slotKey(0)), undefined);
});

test('wei that reaches a destroyed contract later in the transaction is burned too', () => {
  const harness = createEvmHarness();
  const initcode = assemble(BigInt(heir), 'SELFDESTRUCT');
  const send: Part[] = [0, 0, 0, 0, 3, 'DUP6', 'GAS', 'CALL'];
  harness.put(contract, { code: assemble(...create(initcode, 4), ...send), balance: 10n });
  const result = harness.run();
  assert.equal(result.burned, 3n);
  assert.equal(harness.balance(heir), 4n);
  assert.equal(harness.state.account(createdAddress(contract, 0n)), undefined);
});

test('a destruction that is reverted burns nothing', () => {
  const harness = createEvmHarness();
  const worker = address(0x90);
  harness.put(worker, {
    code: assemble(...create(assemble('ADDRESS', 'SELFDESTRUCT'), 4), 0, 0, 'REVERT'),
    balance: 10n,
  });
  const result = harness.runCode(assemble(0, 0, 0, 0, 0, BigInt(worker), 'GAS', 'CALL'));
  assert.equal(result.burned, 0n);
  assert.equal(harness.balance(worker), 10n);
  assert.equal(harness.state.account(createdAddress(worker, 0n)), undefined);
});

test('an empty creation leaves an account with nonce 1', () => {
  const harness = createEvmHarness();
  harness.run({ to: undefined, data: emptyBytes });
  assert.equal(harness.state.account(createdAddress(sender, 0n))?.nonce, 1n);
});
