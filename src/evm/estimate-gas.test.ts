import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ExecutionStoppedError } from '../kernel/engine.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { fromHex } from '../primitives/hex.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { address, contract, sender } from '../testing/evm/harness.ts';
import { createTransactionHarness, funds } from '../testing/evm/transaction-harness.ts';
import { CallFaultError } from './call-fault.ts';
import { estimateGas } from './estimate-gas.ts';
import { applyMessage, type CallMessage } from './transaction/apply-message.ts';
import { TransactionFaultError } from './transaction/fault.ts';

const inner = address(0x1444e4);
const friend = address(0xf41e9d);
const most = 25_000_000n;

function message(fields: Partial<CallMessage> = {}): CallMessage {
  const fees = { feeCap: 0n, tipCap: 0n, gasLimit: most };
  const lists = { accessList: [], authorizations: [], blobHashes: [] };
  return { sender, to: contract, value: 0n, data: emptyBytes, ...fees, ...lists, ...fields };
}

/** Continues when more than `gas` is left, and reverts otherwise. For the beginning of the code. */
const unlessGasLeft = (gas: number): readonly Part[] => [
  ...['0x62', `0x${gas.toString(16).padStart(6, '0')}`, 'GAS', 'GT'],
  ...[14, 'JUMPI', 0, 0, 'REVERT', 'JUMPDEST'],
];

type Harness = ReturnType<typeof createTransactionHarness>;

/** The estimate, after making sure that it works and that one gas less does not. */
function exactEstimate(harness: Harness, call: CallMessage): bigint {
  const estimate = estimateGas(call, harness.context);
  const statusWith = (gasLimit: bigint) => {
    const mark = harness.state.snapshot();
    try {
      return applyMessage({ ...call, gasLimit }, harness.context).outcome.status;
    } catch (error) {
      if (error instanceof TransactionFaultError) return error.fault.code;
      throw error;
    } finally {
      harness.state.revert(mark);
    }
  };
  assert.equal(statusWith(estimate), 'success');
  assert.notEqual(statusWith(estimate - 1n), 'success');
  return estimate;
}

function harnessWith(...code: readonly Part[]): Harness {
  const harness = createTransactionHarness();
  harness.put(contract, { code: assemble(...code), nonce: 1n });
  return harness;
}

test('a plain transfer takes 21,000', () => {
  assert.equal(exactEstimate(createTransactionHarness(), message({ to: friend, value: 1n })), 21_000n);
});

test('the first run begins however long its preparation took, and no other does once the time is up', () => {
  const stopped = (harness: Harness) => ({
    ...harness.context,
    run: { ...harness.context.run, shouldStop: () => true },
  });
  const harness = createTransactionHarness();
  assert.equal(estimateGas(message({ to: friend, value: 1n }), stopped(harness)), 21_000n);
  const searched = harnessWith(...unlessGasLeft(100_000));
  assert.throws(() => estimateGas(message(), stopped(searched)), ExecutionStoppedError);
});

test('data to a plain account takes the floor price', () => {
  const data = new Uint8Array(100).fill(1);
  assert.equal(exactEstimate(createTransactionHarness(), message({ to: friend, data })), 25_000n);
});

test('code without calls takes what it uses before refunds', () => {
  const harness = harnessWith(0, 1, 'SSTORE');
  harness.put(contract, { code: assemble(0, 1, 'SSTORE'), nonce: 1n, storage: { 1: 1n } });
  assert.equal(exactEstimate(harness, message()), 26_006n);
});

test('SSTORE requires more than 2,300 gas, however little it uses', () => {
  const harness = harnessWith(1, 1, 'SSTORE', 1, 1, 'SSTORE');
  const used = 21_000n + 6n + 22_100n + 6n;
  assert.equal(exactEstimate(harness, message()), used + 2_301n);
});

test('a contract that tests gasleft() gets what it requires', () => {
  // after the PUSH and GAS, 21,005 gas are gone
  assert.equal(exactEstimate(harnessWith(...unlessGasLeft(50_000)), message()), 50_001n + 21_005n);
  assert.equal(exactEstimate(harnessWith(...unlessGasLeft(5_000_000)), message()), 5_000_001n + 21_005n);
});

test('a called contract that tests gasleft() makes the caller keep 1/64 more', () => {
  const harness = harnessWith(
    ...[0, 0, 0, 0, 0, BigInt(inner), 'GAS', 'CALL', 24, 'JUMPI', 0, 0, 'REVERT', 'JUMPDEST'],
  );
  harness.put(inner, { code: assemble(...unlessGasLeft(100_000)), nonce: 1n });
  assert.ok(exactEstimate(harness, message()) > 21_000n + (100_000n * 64n) / 63n);
});

test('a creation uses the gas of its initcode and of the deployed code', () => {
  const data = assemble(32, 0, 'RETURN'); // leaves 32 zero bytes
  const intrinsic = 53_000n + 4n * 16n + 4n + 2n;
  const estimate = exactEstimate(createTransactionHarness(), message({ to: undefined, data }));
  assert.equal(estimate, intrinsic + 6n + 3n + 32n * 200n);
});

test('the state is left as it was', () => {
  const harness = harnessWith(1, 1, 'SSTORE');
  estimateGas(message({ value: 5n }), harness.context);
  assert.equal(harness.slot(contract, 1), 0n);
  assert.equal(harness.balance(sender), funds);
  assert.equal(harness.state.account(sender)?.nonce, 0n);
});

test('a revert is thrown with its bytes', () => {
  const harness = harnessWith(0xbeefn, 0, 'MSTORE', 2, 30, 'REVERT');
  assert.throws(
    () => estimateGas(message(), harness.context),
    (error) => {
      assert.ok(error instanceof CallFaultError);
      assert.deepEqual(error.fault, { code: 'reverted', output: fromHex('0xbeef') });
      return true;
    },
  );
});

test('a call that needs more gas than allowed fails with the allowed gas', () => {
  const harness = harnessWith('JUMPDEST', 0, 'JUMP');
  assert.throws(() => estimateGas(message({ gasLimit: 100_000n }), harness.context), {
    message: 'gas required exceeds allowance (100000)',
  });
  assert.throws(() => estimateGas(message({ gasLimit: 20_000n }), harness.context), {
    message: 'gas required exceeds allowance (20000)',
  });
});

test('the balance of the sender limits the gas', () => {
  const harness = harnessWith('JUMPDEST', 0, 'JUMP');
  harness.put(sender, { balance: 1_000_000n });
  assert.throws(() => estimateGas(message({ feeCap: 10n }), harness.context), {
    message: 'gas required exceeds allowance (100000)',
  });
  for (const value of [1_000_000n, 2_000_000n]) {
    assert.throws(() => estimateGas(message({ feeCap: 10n, value }), harness.context), {
      name: 'TransactionFaultError',
      message: `insufficient funds for transfer: address ${sender} has 1000000, value ${value}`,
    });
  }
  harness.put(sender, { balance: 0n });
  const poor = () => estimateGas(message({ feeCap: 10n }), harness.context);
  assert.throws(poor, { message: `insufficient funds for transfer: address ${sender} has 0, value 0` });
});

test('other halts are named', () => {
  assert.throws(() => estimateGas(message(), harnessWith('INVALID').context), { message: 'invalid opcode: INVALID' });
  // a block of opcodes that is short of gas as a whole, but meets something else first
  const endless = harnessWith('POP', ...Array<Part>(50).fill('BALANCE'));
  const gasLimit = 22_000n;
  assert.throws(() => estimateGas(message({ gasLimit }), endless.context), { message: 'stack underflow (0 <=> 1)' });
});
