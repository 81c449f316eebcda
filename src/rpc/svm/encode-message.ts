import { base58 } from '@scure/base';
import { toBase58 } from '../../primitives/address.ts';
import type { Instruction } from '../../svm/instructions.ts';
import { systemProgramText } from '../../svm/programs.ts';
import type { SvmTransaction } from '../../svm/transaction.ts';
import type { JsonValue } from '../contract.ts';

/** A message with accounts by position: encoding `json`. */
export function encodeMessage(tx: SvmTransaction): JsonValue {
  return {
    accountKeys: tx.keys.addresses.map((address) => toBase58(address)),
    header: {
      numReadonlySignedAccounts: 0,
      numReadonlyUnsignedAccounts: tx.keys.readonlyCount,
      numRequiredSignatures: 1,
    },
    instructions: tx.instructions.map(({ program, accounts, data }) => ({
      accounts,
      data: base58.encode(data),
      programIdIndex: program,
      stackHeight: null,
    })),
    recentBlockhash: base58.encode(tx.recentBlockhash),
  };
}

/** A message with accounts spelled out and system transfers explained: encoding `jsonParsed`. */
export function encodeParsedMessage(tx: SvmTransaction): JsonValue {
  const keys = tx.keys.addresses.map((address) => toBase58(address));
  return {
    accountKeys: parsedKeys(tx),
    instructions: tx.instructions.map((instruction) => encodeParsedInstruction(instruction, keys)),
    recentBlockhash: base58.encode(tx.recentBlockhash),
  };
}

/** The accounts with their roles. */
export function parsedKeys({ keys }: SvmTransaction): JsonValue {
  const writable = keys.addresses.length - keys.readonlyCount;
  return keys.addresses.map((address, index) => ({
    pubkey: toBase58(address),
    signer: index === 0,
    source: 'transaction',
    writable: index < writable,
  }));
}

function encodeParsedInstruction(instruction: Instruction, keys: readonly string[]): JsonValue {
  const names = instruction.accounts.map((index) => keys[index] ?? '');
  const { transfer } = instruction;
  if (transfer === undefined) {
    return {
      accounts: names,
      data: base58.encode(instruction.data),
      programId: keys[instruction.program] ?? '',
      stackHeight: null,
    };
  }
  const [source, destination] = names;
  return {
    parsed: { info: { destination, lamports: transfer, source }, type: 'transfer' },
    program: 'system',
    programId: systemProgramText,
    stackHeight: null,
  };
}
