import { joinBytes } from '../primitives/bytes.ts';
import { keyOf } from './account-name.ts';
import type { SvmTransaction } from './transaction.ts';

/** The transaction in the wire format of SVM nodes: its signature and a legacy message. */
export function encodeSvmTransaction(tx: SvmTransaction): Uint8Array {
  const { names, readonlyCount } = tx.keys;
  const parts = [
    Uint8Array.of(1),
    tx.signature,
    Uint8Array.of(1, 0, readonlyCount),
    compactLength(names.length),
    ...names.map(keyOf),
    tx.recentBlockhash,
    compactLength(tx.instructions.length),
  ];
  for (const { program, accounts, data } of tx.instructions) {
    parts.push(Uint8Array.of(program), compactLength(accounts.length), Uint8Array.from(accounts));
    parts.push(compactLength(data.length), data);
  }
  return joinBytes(parts);
}

/** The part of a message that determines its fee: the number of signatures and the recent block hash. */
export type MessageSummary = { readonly signatures: number; readonly recentBlockhash: Uint8Array };

/** Reads a legacy or version 0 message up to its block hash; undefined when it is malformed. */
export function readMessage(message: Uint8Array): MessageSummary | undefined {
  const isVersioned = ((message[0] ?? 0) & 0x80) !== 0;
  if (isVersioned && message[0] !== 0x80) return undefined;
  const header = isVersioned ? 1 : 0;
  const signatures = message[header];
  const keys = readCompactLength(message, header + 3);
  if (signatures === undefined || keys === undefined) return undefined;
  const start = keys.end + 32 * keys.length;
  const recentBlockhash = message.subarray(start, start + 32);
  return recentBlockhash.length === 32 && signatures <= keys.length ? { signatures, recentBlockhash } : undefined;
}

/** A length in one to three bytes, seven bits each, lowest first. */
function compactLength(length: number): Uint8Array {
  const bytes: number[] = [];
  let rest = length;
  for (; rest > 0x7f; rest >>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

function readCompactLength(bytes: Uint8Array, start: number): { length: number; end: number } | undefined {
  let length = 0;
  for (let i = 0; i < 3; i++) {
    const byte = bytes[start + i];
    if (byte === undefined) return undefined;
    length |= (byte & 0x7f) << (7 * i);
    if (byte < 0x80) return { length, end: start + i + 1 };
  }
  return undefined;
}
