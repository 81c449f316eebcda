import type { Address } from '../primitives/address.ts';
import { weiToLamports } from '../primitives/units.ts';
import { type AccountKeys, systemAddress } from './account-keys.ts';

/** One step of a message; accounts and program are positions in its keys. */
export type Instruction = {
  readonly program: number;
  readonly accounts: readonly number[];
  readonly data: Uint8Array;
  /** of a system transfer: what it moves, in lamports */
  readonly transfer: bigint | undefined;
};

/** A call's input is shown up to this many bytes: an SVM transaction as a whole has at most 1,232. */
const shownInput = 1_024;

const transferKind = 2;

type Call = {
  readonly sender: Address;
  readonly to: Address;
  readonly isCreation: boolean;
  readonly value: bigint;
  readonly data: Uint8Array;
};

/**
 * A system transfer for the value moved, and an instruction of the called or created contract for its input.
 * A transaction with neither is a transfer of nothing.
 */
export function toInstructions(call: Call, keys: AccountKeys): readonly Instruction[] {
  const to = keys.addresses.indexOf(call.to);
  const instructions: Instruction[] = [];
  if (movesValue(call)) {
    instructions.push(systemTransfer(keys.addresses.indexOf(systemAddress), to, weiToLamports(call.value)));
  }
  if (runsCode(call)) {
    instructions.push({ program: to, accounts: [0], data: call.data.subarray(0, shownInput), transfer: undefined });
  }
  return instructions;
}

/** How many instructions `toInstructions` makes. */
export function instructionCount(call: Pick<Call, 'isCreation' | 'value' | 'data'>): number {
  return runsCode(call) && movesValue(call) ? 2 : 1;
}

function runsCode({ isCreation, data }: Pick<Call, 'isCreation' | 'data'>): boolean {
  return isCreation || data.length > 0;
}

function movesValue(call: Pick<Call, 'isCreation' | 'value' | 'data'>): boolean {
  return call.value > 0n || !runsCode(call);
}

/** From the first key. Data of the system program's transfer: u32 2, u64 lamports, little-endian. */
function systemTransfer(program: number, to: number, lamports: bigint): Instruction {
  const data = Buffer.alloc(12);
  data.writeUInt32LE(transferKind, 0);
  data.writeBigUInt64LE(BigInt.asUintN(64, lamports), 4);
  return { program, accounts: [0, to], data: new Uint8Array(data), transfer: lamports };
}
