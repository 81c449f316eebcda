import type { Log } from '../kernel/engine.ts';
import { joinBytes } from '../primitives/bytes.ts';
import { encodeRlp, encodeRlpList, encodeTypedRlp } from '../primitives/rlp/encode.ts';
import { type RlpInput, rlpInteger } from '../primitives/rlp/item.ts';
import { inSteps, type Steps } from '../primitives/steps.ts';
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
  const parts: Uint8Array[] = [];
  yield* inSteps(logs, itemsPerStep, (log) => parts.push(encodeRlp(logItem(log))));
  const list = encodeRlpList(joinBytes(parts));
  const head = [rlpInteger(status), rlpInteger(cumulativeGasUsed), logsBloom].map((item) => encodeRlp(item));
  const receipt = encodeRlpList(joinBytes([...head, list]));
  return type === 0 ? receipt : joinBytes([Uint8Array.of(type), receipt]);
}

function logItem({ address, topics, data }: Log): RlpInput {
  return [address, topics, data];
}
