import { opcodeAt } from '../instruction-set/opcodes.ts';

/** What traces show of the opcode of a step. */
export type TracedOpcode = {
  readonly name: string;
  /** gas whatever the operands */
  readonly gas: bigint;
  /** words it takes from the stack, or looks at */
  readonly inputs: number;
};

/** go-ethereum still prints the name that 0x44 had before EIP-4399. */
const namesInTraces: Readonly<Record<string, string>> = { PREVRANDAO: 'DIFFICULTY' };

/** Name and least needs of an opcode; a number that is no opcode has a name that says so. */
export function tracedOpcode(number: number): TracedOpcode {
  const opcode = opcodeAt(number);
  if (opcode === undefined) return { name: `opcode 0x${number.toString(16)} not defined`, gas: 0n, inputs: 0 };
  return { name: namesInTraces[opcode.name] ?? opcode.name, gas: BigInt(opcode.gas), inputs: opcode.inputs };
}
