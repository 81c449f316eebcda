import type { Fork } from '#qord/kernel/engine.ts';
import { parseAddress } from '#qord/primitives/address.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { generateBlock, sender } from './generate-world.ts';
import { op, operations } from './opcodes.ts';
import { ProgramWriter } from './program-writer.ts';
import type { Scenario } from './scenario.ts';

const calculator = parseAddress('0xc0de000000000000000000000000000000000001');
const operationsPerProgram = 32;

/** A program that applies 256-bit operations to boundary values and returns all results. */
export function generateArithmeticScenario(random: Random, fork: Fork): Scenario {
  const writer = new ProgramWriter();
  for (let i = 0; i < operationsPerProgram; i++) {
    writeOperation(writer, random, fork);
    writer.push(32 * i);
    writer.op(op.mstore, 2);
  }
  writer.push(32 * operationsPerProgram);
  writer.push(0);
  writer.op(op.return, 2);
  const program = writer.finish();
  return {
    accounts: new Map([
      [calculator, { nonce: 1n, balance: 0n, program, storage: {} }],
      [sender, { nonce: 0n, balance: 10n ** 18n, program: [], storage: {} }],
    ]),
    ...generateBlock(random, fork),
    tx: {
      type: 0,
      chainId: 1n,
      sender,
      nonce: 0n,
      gasPrice: 100n,
      gasLimit: 1_000_000n,
      to: calculator,
      value: 0n,
      data: new Uint8Array(0),
    },
    blobs: undefined,
  };
}

function writeOperation(writer: ProgramWriter, random: Random, fork: Fork): void {
  const arity = random.pickWeighted([
    [2, 'unary'],
    [10, 'binary'],
    [5, 'ternary'],
  ] as const);
  const drawn = random.pick(operations[arity]);
  const opcode = drawn === 0x1e && fork !== 'osaka' ? 0x19 : drawn;
  const operands = { unary: 1, binary: 2, ternary: 3 }[arity];
  const word = random.word();
  for (let i = 0; i < operands; i++) writer.push(random.chance(0.15) ? word : random.word());
  if (opcode === op.signextend || (opcode >= 0x1a && opcode <= 0x1d)) {
    writer.op(op.pop, 1);
    writer.push(random.below(opcode === op.signextend ? 34 : 260));
  }
  writer.op(opcode, operands, 1);
}
