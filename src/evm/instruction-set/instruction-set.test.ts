import assert from 'node:assert/strict';
import { test } from 'node:test';
import { haltNumber, haltReasonOf, signals } from './enums.ts';
import { opcodeAt, opcodeNamed, opcodes } from './opcodes.ts';

test('each opcode has one number and one name', () => {
  assert.equal(opcodes.length, 150);
  assert.equal(new Set(opcodes.map(({ number }) => number)).size, opcodes.length);
  assert.equal(new Set(opcodes.map(({ name }) => name)).size, opcodes.length);
});

test('an opcode is found by number and by name', () => {
  assert.equal(opcodeAt(0x60)?.name, 'PUSH1');
  assert.equal(opcodeAt(0x9f)?.name, 'SWAP16');
  assert.equal(opcodeNamed('LOG4')?.number, 0xa4);
  assert.equal(opcodeNamed('LOG4')?.gas, 1875);
  assert.equal(opcodeAt(0x0c), undefined);
  assert.equal(opcodeNamed('PUSH33'), undefined);
});

test('halt reasons and signals keep the numbers of the interpreter', () => {
  assert.equal(haltNumber('out of gas'), 1);
  assert.equal(haltReasonOf(16), 'precompile failure');
  assert.throws(() => haltReasonOf(17), RangeError);
  assert.deepEqual([signals.success, signals.revert, signals.halt, signals.rejected, signals.slice], [1, 2, 3, 4, 7]);
});
