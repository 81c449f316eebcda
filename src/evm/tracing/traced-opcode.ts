import { opcodeAt } from '../instruction-set/opcodes.ts';

/** The properties of an opcode that traces show. */
type TracedOpcode = {
  readonly name: string;
  /** static gas */
  readonly gas: bigint;
  /** words that it pops from the stack, or reads there */
  readonly inputs: number;
};

/** go-ethereum still prints the name that 0x44 had before EIP-4399. */
const namesInTraces: Readonly<Record<string, string>> = { PREVRANDAO: 'DIFFICULTY' };

/** The traced properties of an opcode; an undefined one has a name that says so. */
export function tracedOpcode(number: number): TracedOpcode {
  const opcode = opcodeAt(number);
  if (opcode === undefined) return { name: `opcode 0x${number.toString(16)} not defined`, gas: 0n, inputs: 0 };
  return { name: namesInTraces[opcode.name] ?? opcode.name, gas: BigInt(opcode.gas), inputs: opcode.inputs };
}
