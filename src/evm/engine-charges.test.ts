import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Message, RunOptions } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { keccakHash } from '../primitives/crypto/keccak.ts';
import { emptyAccount } from '../state/account.ts';
import { emptyView } from '../state/empty-view.ts';
import { createWorldState } from '../state/world-state.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, sender } from '../testing/evm/harness.ts';
import { createEngine } from './engine.ts';

const child = address(0xd1d);

/** A state with these codes that counts what is read of accounts, slots and codes. */
function createCountingState(codes: Readonly<Record<string, Uint8Array>>) {
  const read = { accounts: new Set<string>(), slots: 0, codes: 0 };
  const byHash = new Map(Object.values(codes).map((code) => [keccakHash(code), code]));
  const state = createWorldState({
    ...emptyView,
    account: (at) => {
      read.accounts.add(at);
      const code = codes[at];
      return code === undefined ? undefined : { ...emptyAccount, nonce: 1n, codeHash: keccakHash(code) };
    },
    code: (hash) => {
      read.codes++;
      return byHash.get(hash) ?? emptyBytes;
    },
    entry: () => {
      read.slots++;
      return undefined;
    },
  });
  return { state, read };
}

const { block } = createEvmHarness();
const natives = { at: () => undefined, addresses: [] };

function messageTo(to: typeof contract, gas: bigint): Message {
  const none = { data: emptyBytes, blobHashes: [], accessList: [], warmAccounts: [] };
  return { caller: sender, origin: sender, to, value: 0n, gas, gasPrice: 0n, refund: 0n, ...none };
}

/** Calls `child` for ever with so much gas, each time with another word as its input. */
function callingChild(gas: number): Uint8Array {
  const head = assemble(2 ** 30, 0, 'MSTORE');
  const call: Part[] = [0, 0, 32, 0, 0, BigInt(child), gas, 'CALL', 'POP'];
  return assemble(head, 'JUMPDEST', ...call, 0, 'MLOAD', 1, 'ADD', 0, 'MSTORE', head.length, 'JUMP');
}

const readers: readonly (readonly [name: string, body: readonly Part[]])[] = [
  ['BALANCE', ['BALANCE']],
  ['EXTCODESIZE', ['EXTCODESIZE']],
  ['EXTCODEHASH', ['EXTCODEHASH']],
  ['EXTCODECOPY', [0, 0, 0, 'DUP4', 'EXTCODECOPY']],
  ['SLOAD', ['SLOAD']],
  ['SSTORE', [1, 'SWAP1', 'SSTORE']],
  ['CALL', [0, 0, 0, 0, 0, 'DUP6', 0, 'CALL']],
  ['DELEGATECALL', [0, 0, 0, 0, 'DUP5', 0, 'DELEGATECALL']],
  ['SELFDESTRUCT', ['SELFDESTRUCT']],
];

for (const [name, body] of readers) {
  test(`${name} by a child that cannot pay for it reads nothing, for as many children as a transaction can pay`, () => {
    const { state, read } = createCountingState({
      [contract]: callingChild(1_000),
      [child]: assemble(0, 'CALLDATALOAD', ...body),
    });
    const outcome = createEngine().run(block, messageTo(contract, 100_000_000n), state, { natives });
    assert.equal(outcome.halt, 'out of gas');
    assert.deepEqual([...read.accounts].sort(), [sender, contract, child, block.coinbase].sort());
    assert.equal(read.slots, 0);
  });
}

/** Slices of a run that uses all of its gas. */
function slicesOf(codes: Readonly<Record<string, Uint8Array>>, gas: bigint): number {
  const { state } = createCountingState(codes);
  let slices = 0;
  const options: RunOptions = { natives, shouldStop: () => ++slices < 0 };
  createEngine().run(block, messageTo(contract, gas), state, options);
  return slices;
}

const forEver = (...body: Part[]) => assemble('JUMPDEST', ...body, 0, 'JUMP');
const callChild = (gas: number): Part[] => [0, 0, 0, 0, 0, BigInt(child), gas, 'CALL', 'POP'];

const loops: readonly (readonly [name: string, code: Uint8Array, child: Uint8Array])[] = [
  ['of calls of nothing', forEver(...callChild(0)), emptyBytes],
  ['of children that halt with much gas', forEver(...callChild(60_000)), assemble('JUMPDEST', 0, 'JUMP')],
  ['of children that halt at once', forEver(...callChild(60_000)), assemble('INVALID')],
  ['of children that cannot pay', forEver(...callChild(10)), assemble(0, 'SLOAD')],
  ['of creations of nothing', forEver(0, 0, 0, 'CREATE', 'POP'), emptyBytes],
  ['of creations of much initcode', forEver(40_000, 0, 0, 'CREATE', 'POP'), emptyBytes],
  ['of memory', forEver(...callChild(60_000)), assemble(1, 0x20000, 'MSTORE')],
  ['of hashes', forEver(100_000, 0, 'KECCAK256', 'POP'), emptyBytes],
];

for (const [name, code, childCode] of loops) {
  test(`a loop ${name} is asked whether to stop as often as its gas says`, () => {
    // a slice has 200,000 gas
    const slices = slicesOf({ [contract]: code, [child]: childCode }, 20_000_000n);
    assert.ok(slices >= 60 && slices <= 1_000, `${slices} slices`);
  });
}

test('the bytes of codes that are loaded count as gas', () => {
  const count = 200;
  const head = assemble(0x10_000, 0, 'MSTORE');
  const loop: Part[] = ['JUMPDEST', 0, 'MLOAD', 'EXTCODESIZE', 'POP', 0, 'MLOAD', 1, 'ADD', 'DUP1', 0, 'MSTORE'];
  const code = assemble(head, ...loop, 0x10_000 + count, 'GT', head.length, 'JUMPI');
  const codes: Record<string, Uint8Array> = { [contract]: code };
  for (let i = 0; i < count; i++) codes[address(0x10_000 + i)] = new Uint8Array(24_576).fill(i);
  const slices = slicesOf(codes, 1_000_000n);
  // some 540,000 gas, and 4,900,000 bytes
  assert.ok(slices >= 24 && slices <= 30, `${slices} slices`);
});
