import type { Address } from '../primitives/address.ts';
import { weiToLamports } from '../primitives/units.ts';
import { type AccountKeys, systemAddress } from './account-keys.ts';

/** An instruction of a message; accounts and program are indices of its keys. */
export type Instruction = {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  /** For a system transfer: the amount in lamports. */
  readonly transfer: bigint | undefined;
};

/** Most bytes of a call's input that are returned: a whole SVM transaction has at most 1,232. */
const maxInputBytes = 1_024;

const transferKind = 2;

type Call = {
  readonly sender: Address;
  readonly to: Address;
  readonly isCreation: boolean;
  readonly value: bigint;
  readonly data: Uint8Array;
};

/**
 * A system transfer of the value, and an instruction of the called or created contract for its input.
 * A transaction with neither is a transfer of 0 lamports.
 */
export function toInstructions(call: Call, keys: AccountKeys): readonly Instruction[] {
  const to = keys.names.indexOf(call.to);
  const instructions: Instruction[] = [];
  if (movesValue(call)) {
    instructions.push(systemTransfer(keys.names.indexOf(systemAddress), to, weiToLamports(call.value)));
  }
  if (runsCode(call)) {
    instructions.push({ program: to, accounts: [0], data: call.data.subarray(0, maxInputBytes), transfer: undefined });
  }
  return instructions;
}

/** Number of instructions that `toInstructions` returns. */
export function instructionCount(call: Pick<Call, 'isCreation' | 'value' | 'data'>): number {
  return runsCode(call) && movesValue(call) ? 2 : 1;
}

function runsCode({ isCreation, data }: Pick<Call, 'isCreation' | 'data'>): boolean {
  return isCreation || data.length > 0;
}

function movesValue(call: Pick<Call, 'isCreation' | 'value' | 'data'>): boolean {
  return call.value > 0n || !runsCode(call);
}

/** A transfer from the first key. Data of the system program's transfer: u32 2, u64 lamports, little-endian. */
function systemTransfer(program: number, to: number, lamports: bigint): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(transferKind, 0);
  data.writeBigUInt64LE(BigInt.asUintN(64, lamports), 4);
  return { program, accounts: [0, to], data: new Uint8Array(data), transfer: lamports };
}
