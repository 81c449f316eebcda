import type { Log } from '../kernel/engine.ts';
import { encodeRlp, encodeTypedRlp } from '../primitives/rlp/encode.ts';
import { type RlpInput, rlpInteger } from '../primitives/rlp/item.ts';
import type { Receipt } from './types.ts';

/** Receipt → the bytes that `receiptsRoot` commits to (EIP-658, EIP-2718). */
export function encodeReceiptRlp(receipt: Receipt): Uint8Array {
  const { type, status, cumulativeGasUsed, logsBloom, logs } = receipt;
  const items = [rlpInteger(status), rlpInteger(cumulativeGasUsed), logsBloom, logs.map(logItem)];
  return type === 0 ? encodeRlp(items) : encodeTypedRlp(type, items);
}

function logItem({ address, topics, data }: Log): RlpInput {
  return [address, topics, data];
}
