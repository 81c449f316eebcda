import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getContractAddress } from 'viem';
import { contract, other, startTracerNode } from './tracer-node.ts';

const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
/** A tracer whose step() does this and whose result() is what it has collected in `all`. */
const stepper = (statement: string) =>
  `{ all: [], step: function (log, db) { ${statement} }, fault: function () {}, result: function () { return this.all } }`;

test('a tracer in JavaScript sees each instruction as go-ethereum shows it', async (t) => {
  const { code, trace, accounts } = await startTracerNode(t);
  await code(contract, 2, 3, 'ADD', 'PUSH0', 'MSTORE', 32, 'PUSH0', 'RETURN');
  const numbers = stepper(
    'this.all.push([log.op.toString(), log.op.toNumber(), log.op.isPush(), log.getPC(), log.getCost(), log.getDepth(), ' +
      'log.getRefund(), log.stack.length(), log.memory.length(), log.getError()])',
  );
  assert.deepEqual(await trace(numbers), [
    ['PUSH1', 0x60, true, 0, 3, 1, 0, 0, 0, null],
    ['PUSH1', 0x60, true, 2, 3, 1, 0, 1, 0, null],
    ['ADD', 0x01, false, 4, 3, 1, 0, 2, 0, null],
    ['PUSH0', 0x5f, true, 5, 2, 1, 0, 1, 0, null],
    ['MSTORE', 0x52, false, 6, 6, 1, 0, 2, 0, null],
    ['PUSH1', 0x60, true, 7, 3, 1, 0, 0, 32, null],
    ['PUSH0', 0x5f, true, 9, 2, 1, 0, 1, 32, null],
    ['RETURN', 0xf3, false, 10, 0, 1, 0, 2, 32, null],
  ]);
  const values = stepper(
    `if (log.op.toString() !== 'RETURN') return;
     this.all.push(log.stack.peek(1).toString(16), toHex(log.memory.slice(30, 34)), log.memory.getUint(0).add(1),
       toHex(log.contract.getAddress()), toHex(log.contract.getCaller()), log.contract.getValue(),
       toHex(log.contract.getInput()))`,
  );
  const [from] = accounts;
  assert.deepEqual(await trace(values, {}, { from, value: '0x7', data: '0xabcd' }), [
    ...['20', '0x00050000', '6', contract, from, '7', '0xabcd'],
  ]);
});

test('a tracer reads the state in the middle of the execution', async (t) => {
  const { code, trace, ask } = await startTracerNode(t);
  await ask('anvil_setBalance', contract, '0x64');
  // writes a slot, pays another account, writes the slot again, and reverts
  await code(contract, 7, 1, 'SSTORE', 0, 0, 0, 0, 5, BigInt(other), 'GAS', 'CALL', 8, 1, 'SSTORE', 0, 0, 'REVERT');
  await code(other, 'STOP');
  const reader = `{
    all: [],
    step: function (log, db) {
      var self = toAddress('${contract}');
      var op = log.op.toString();
      if (op == 'SSTORE' || op == 'GAS' || op == 'STOP' || op == 'REVERT')
        this.all.push([op, bigInt(toHex(db.getState(self, toWord('0x1'))).slice(2), 16), db.getBalance(self), db.getBalance(toAddress('${other}'))]);
    },
    fault: function (log) { this.all.push(log.getError()) },
    result: function (ctx, db) {
      this.all.push(toHex(db.getState(ctx.to, toWord('1'))), db.getBalance(ctx.to), db.getNonce(ctx.to));
      this.all.push(toHex(db.getCode(toAddress('${other}'))), db.exists(ctx.to), db.exists(toAddress('0x99')), ctx.error);
      return this.all;
    }
  }`;
  assert.deepEqual(await trace(reader), [
    ['SSTORE', '0', '100', '0'],
    ['GAS', '7', '100', '0'],
    ['STOP', '7', '95', '5'],
    ['SSTORE', '7', '95', '5'],
    ['REVERT', '8', '95', '5'],
    'execution reverted',
    ...[word(0), '100', 0, '0x00', true, false, 'execution reverted'],
  ]);
});

test('frames are entered and left, and the failures of instructions are faults', async (t) => {
  const { code, trace } = await startTracerNode(t);
  await code(contract, 32, 0, 4, 0, 9, BigInt(other), 1000, 'CALL', 'STOP');
  await code(other, 0, 0, 0, 0, 4, 50, 'STATICCALL', 'INVALID');
  const frames = `{
    all: [],
    enter: function (f) { this.all.push([f.getType(), toHex(f.getFrom()), toHex(f.getTo()), toHex(f.getInput()), f.getGas(), f.getValue()]) },
    exit: function (r) { this.all.push([r.getGasUsed(), toHex(r.getOutput()), r.getError()]) },
    fault: function (log) { this.all.push(['fault', log.getError()]) },
    result: function () { return this.all }
  }`;
  const value = { stateOverrides: { [contract]: { balance: '0x64' } } };
  const identity = `0x${'4'.padStart(40, '0')}`;
  assert.deepEqual(await trace(frames, value), [
    ['CALL', contract, other, '0x00000000', 3300, '9'],
    ['STATICCALL', other, identity, '0x', 50, null],
    [15, '0x', null],
    ['fault', 'invalid opcode: INVALID'],
    [3300, '0x', 'invalid opcode: INVALID'],
  ]);
  const withSteps = frames.replace(
    '{',
    "{ step: function (log) { if (log.getError()) this.all.push(['step', log.getError()]) },",
  );
  const all = (await trace(withSteps, value)) as unknown[][];
  assert.deepEqual(all.at(-2), ['fault', 'invalid opcode: INVALID']);
  await code(other, 0, 'POP', 'POP');
  assert.deepEqual(((await trace(withSteps, value)) as unknown[][]).slice(1), [
    ['step', 'stack underflow (0 <=> 1)'],
    [3300, '0x', 'stack underflow (0 <=> 1)'],
  ]);
});

test('helper functions, the context and the configuration of a tracer', async (t) => {
  const { code, trace, accounts } = await startTracerNode(t);
  await code(contract, 'STOP');
  const helpers = `{ fault() {}, result(ctx) { return [
    toHex([1, 255]), toHex(toWord('0x102')), toHex(toAddress('0xfff')), toHex(toContract(ctx.from, 1)),
    toHex(toContract2('0x0000000000000000000000000000000000000000', '0x0', '0x00')),
    isPrecompiled(toAddress('4')), isPrecompiled(ctx.to), toHex(slice(toWord('0x0a0b'), 30, 31)), bigInt('ff', 16).multiply(2).toString()
  ] } }`;
  const sender = `0x${'5a'.repeat(20)}` as const;
  const [from = ''] = accounts;
  assert.deepEqual(await trace(helpers, {}, { from: sender }), [
    ...['0x01ff', word(0x102), '0x0000000000000000000000000000000000000fff'],
    getContractAddress({ from: sender, nonce: 1n }).toLowerCase(),
    '0x4d1a2e2bb4f88f0250f26ffff098b0b30b26bf38',
    ...[true, false, '0x0a', '510'],
  ]);
  const context =
    '{ fault() {}, setup(config) { this.config = JSON.parse(config) }, result(ctx) { return [this.config, ctx.type, toHex(ctx.from), toHex(ctx.to), ctx.value, ctx.gas, ctx.gasUsed, toHex(ctx.input), toHex(ctx.output), ctx.block, ctx.error] } }';
  assert.deepEqual(
    await trace(context, { tracerConfig: { deep: [1] } }, { from, value: '0x5', gas: '0xffff', data: '0x01' }),
    [{ deep: [1] }, 'CALL', from, contract, '5', 65_535, 21_040, '0x01', '0x', 1, null],
  );
});

test('the error of a tracer is that of its transaction, as in go-ethereum, and the others continue', async (t) => {
  const { ask, accounts } = await startTracerNode(t);
  const [from] = accounts;
  await ask('evm_setAutomine', false);
  const values = ['0x1', '0x2', '0x3'];
  const hashes: unknown[] = [];
  for (const value of values)
    hashes.push(await ask('eth_sendTransaction', { from, to: other, value, gas: '0x5208', gasPrice: '0x2e90edd000' }));
  await ask('evm_mine');
  const tracer = `{
    fault: function () {},
    result: function (ctx, db) {
      if (ctx.value == 2) throw 'no twos';
      return db.getBalance(ctx.to).toString();
    }
  }`;
  const traces = (await ask('debug_traceBlockByNumber', 'latest', { tracer })) as { error?: string }[];
  assert.match(traces[1]?.error ?? '', /no twos/);
  assert.deepEqual(traces, [
    { txHash: hashes[0], result: '1' },
    { txHash: hashes[1], error: traces[1]?.error },
    { txHash: hashes[2], result: '6' },
  ]);
});
