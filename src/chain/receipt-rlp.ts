import type { Log } from '../kernel/engine.ts';
import { emptyBytes, joinBytes } from '../primitives/bytes.ts';
import { encodeRlp, encodeTypedRlp, rlpListPrefix } from '../primitives/rlp/encode.ts';
import { type RlpInput, rlpInteger } from '../primitives/rlp/item.ts';
import type { Steps } from '../primitives/steps.ts';
import type { Receipt } from './types.ts';

/** Receipt → the bytes that `receiptsRoot` commits to (EIP-658, EIP-2718). */
export function encodeReceiptRlp(receipt: Receipt): Uint8Array {
  const { type, status, cumulativeGasUsed, logsBloom, logs } = receipt;
  const items = [rlpInteger(status), rlpInteger(cumulativeGasUsed), logsBloom, logs.map(logItem)];
  return type === 0 ? encodeRlp(items) : encodeTypedRlp(type, items);
}

/** Receipts without logs, and logs, that are encoded in one step. */
const itemsPerStep = 300;

/** The same for all receipts of a block, in steps. */
export function* encodeReceiptsInSteps(receipts: readonly Receipt[]): Steps<readonly Uint8Array[]> {
  const encoded: Uint8Array[] = [];
  for (const receipt of receipts) {
    encoded.push(receipt.logs.length > itemsPerStep ? yield* encodeLong(receipt) : encodeReceiptRlp(receipt));
    if (encoded.length % itemsPerStep === 0 || receipt.logs.length > 0) yield;
  }
  return encoded;
}

/** A receipt with a great many logs. */
function* encodeLong({ type, status, cumulativeGasUsed, logsBloom, logs }: Receipt): Steps<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < logs.length; start += itemsPerStep) {
    chunks.push(joinBytes(logs.slice(start, start + itemsPerStep).map((log) => encodeRlp(logItem(log)))));
    yield;
  }
  const head = [rlpInteger(status), rlpInteger(cumulativeGasUsed), logsBloom].map((item) => encodeRlp(item));
  const items = [...head, rlpListPrefix(byteLength(chunks)), ...chunks];
  const typeByte = type === 0 ? emptyBytes : Uint8Array.of(type);
  return joinBytes([typeByte, rlpListPrefix(byteLength(items)), ...items]);
}

function byteLength(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, { length }) => sum + length, 0);
}

function logItem({ address, topics, data }: Log): RlpInput {
  return [address, topics, data];
}
