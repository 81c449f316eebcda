import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NativeContract } from '../../kernel/engine.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { toHex } from '../../primitives/hex.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { address, contract, sender } from '../../testing/evm/harness.ts';
import { delegationTo } from '../delegation.ts';
import { createTraceHarness, shown, type TraceHarness } from '../testing/trace-harness.ts';
import type { PrestateTraceOptions } from './prestate-trace.ts';

const callee = address(0xca11ee);
const other = address(0x07e4);
const word = (digits: string) => `0x${digits.padStart(64, '0')}`;

/** Members of an account that has code. */
const codeOf = (code: Uint8Array) => ({ code: toHex(code), codeHash: keccakHash(code) });

function trace(
  harness: TraceHarness,
  options: PrestateTraceOptions = {},
  message = {},
  alsoTouched = [address(0xc01)],
) {
  return shown(harness.trace({ tracer: 'prestateTracer', options }, message, { alsoTouched }));
}

/** The contract reads and writes slots, looks at `other` and pays `callee`. */
function createBusyHarness() {
  const harness = createTraceHarness();
  const pay = [0, 0, 0, 0, 3, BigInt(callee), 50_000, 'CALL', 'POP'] as const;
  const code = assemble(
    1,
    'SLOAD',
    'POP',
    9,
    2,
    'SSTORE',
    0,
    3,
    'SSTORE',
    8,
    4,
    'SSTORE',
    BigInt(other),
    'BALANCE',
    ...pay,
  );
  harness.put(contract, { code, nonce: 1n, balance: 10n, storage: { 1: 0xaan, 2: 0xbbn, 3: 0xccn } });
  harness.put(sender, { balance: 100n, nonce: 7n });
  harness.put(other, { balance: 1n });
  return { harness, code };
}

test('prestateTracer shows accounts and slots as they were', () => {
  const { harness, code } = createBusyHarness();
  const storage = { [word('1')]: word('aa'), [word('2')]: word('bb'), [word('3')]: word('cc'), [word('4')]: word('0') };
  const accounts = {
    [contract]: { balance: '0xa', ...codeOf(code), nonce: 1n, storage },
    [other]: { balance: '0x1' },
    [sender]: { balance: '0x64', nonce: 7n },
  };
  assert.deepEqual(trace(harness), accounts);
});

test('prestateTracer shows empty accounts and omits code and storage on request', () => {
  const { harness, code } = createBusyHarness();
  const options = { includeEmpty: true, disableCode: true, disableStorage: true };
  assert.deepEqual(trace(harness, options), {
    [address(0xc01)]: { balance: '0x0' },
    [contract]: { balance: '0xa', codeHash: codeOf(code).codeHash, nonce: 1n },
    [other]: { balance: '0x1' },
    [callee]: { balance: '0x0' },
    [sender]: { balance: '0x64', nonce: 7n },
  });
});

test('diffMode shows what changed, before and after', () => {
  const { harness, code } = createBusyHarness();
  assert.deepEqual(trace(harness, { diffMode: true }, { value: 5n }), {
    post: {
      [contract]: { balance: '0xc', storage: { [word('2')]: word('9'), [word('4')]: word('8') } },
      [callee]: { balance: '0x3' },
      [sender]: { balance: '0x5f' },
    },
    pre: {
      [contract]: {
        balance: '0xa',
        ...codeOf(code),
        nonce: 1n,
        storage: { [word('2')]: word('bb'), [word('3')]: word('cc') },
      },
      [sender]: { balance: '0x64', nonce: 7n },
    },
  });
});

test('diffMode shows a new contract after, and one that destroyed itself nowhere', () => {
  const harness = createTraceHarness();
  harness.put(sender, { balance: 100n, nonce: 7n });
  const initCode = assemble(0x00, 0, 'MSTORE8', 1, 0, 'RETURN');
  const created = trace(harness, { diffMode: true }, { to: undefined, data: initCode, value: 2n });
  assert.ok(created !== null && typeof created === 'object' && 'post' in created && 'pre' in created);
  assert.deepEqual(created.pre, { [sender]: { balance: '0x64', nonce: 7n } });
  const [contractAddress] = Object.keys(created.post ?? {}).filter((key) => key !== sender);
  const code = Uint8Array.of(0);
  assert.deepEqual(created.post, {
    [sender]: { balance: '0x62', nonce: 8n },
    [contractAddress ?? '']: { balance: '0x2', ...codeOf(code), nonce: 1n },
  });
  const gone = trace(
    harness,
    { diffMode: true },
    { to: undefined, data: assemble(BigInt(other), 'SELFDESTRUCT'), value: 2n },
  );
  assert.deepEqual(gone, {
    post: { [sender]: { balance: '0x60', nonce: 9n }, [other]: { balance: '0x2' } },
    pre: { [sender]: { balance: '0x62', nonce: 8n } },
  });
});

test('a failed execution changes nothing but is shown all the same', () => {
  const harness = createTraceHarness();
  harness.put(contract, { code: assemble(9, 2, 'SSTORE', 0, 0, 'REVERT'), nonce: 1n, storage: { 2: 0xbbn } });
  assert.deepEqual(trace(harness, { diffMode: true }), { post: {}, pre: {} });
  const accounts = trace(harness, { disableCode: true });
  assert.ok(accounts !== null && typeof accounts === 'object' && contract in accounts);
});

test('the account that a delegated one runs the code of is touched too (EIP-7702)', () => {
  const harness = createTraceHarness();
  harness.put(contract, { code: delegationTo(callee), nonce: 1n });
  harness.put(callee, { code: assemble('STOP'), nonce: 1n });
  assert.deepEqual(Object.keys(trace(harness) ?? {}), [contract, callee]);
});

test('what a native module moves is part of the difference', () => {
  const module = address(0xa00);
  const mover: NativeContract = {
    name: 'mover',
    stateful: true,
    gas: () => 10n,
    run({ state }) {
      state.transfer(other, callee, 1n);
      return { status: 'success', gasUsed: 0n, output: new Uint8Array(0) };
    },
  };
  const harness = createTraceHarness({ [module]: mover });
  harness.put(contract, { code: assemble(0, 0, 0, 0, 0, BigInt(module), 'GAS', 'CALL', 'POP'), nonce: 1n });
  harness.put(other, { balance: 5n });
  assert.deepEqual(trace(harness, { diffMode: true }), {
    post: { [other]: { balance: '0x4' }, [callee]: { balance: '0x1' } },
    pre: { [other]: { balance: '0x5' } },
  });
});
