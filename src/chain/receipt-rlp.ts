import type { Log } from '../kernel/engine.ts';
import { emptyBytes, joinBytes } from '../primitives/bytes.ts';
import { writeHex } from '../primitives/hex.ts';
import { newBytes } from '../primitives/mapped-bytes.ts';
import { encodedLength, encodeRlp, rlpListPrefix, writeEncoded } from '../primitives/rlp/encode.ts';
import { rlpInteger } from '../primitives/rlp/item.ts';
import { bytesPrefix, listPrefix, prefixLength, writePrefix } from '../primitives/rlp/prefix.ts';
import type { Steps } from '../primitives/steps.ts';
import type { Composed } from '../state/tree/node.ts';
import type { Receipt } from './types.ts';

/** Receipt → the bytes that `receiptsRoot` commits to (EIP-658, EIP-2718). */
export function encodeReceiptRlp(receipt: Receipt): Uint8Array {
  const composed = new ReceiptRlp(receipt);
  const bytes = newBytes(composed.length);
  composed.write(bytes, 0);
  return bytes;
}

/** Receipts without logs, and logs, that are encoded in one step. */
const itemsPerStep = 300;

/** The same for all receipts of a block, in steps; those with few logs are written where they are needed. */
export function* encodeReceiptsInSteps(receipts: readonly Receipt[]): Steps<readonly (Uint8Array | Composed)[]> {
  const encoded: (Uint8Array | Composed)[] = [];
  for (const receipt of receipts) {
    encoded.push(receipt.logs.length > itemsPerStep ? yield* encodeLong(receipt) : new ReceiptRlp(receipt));
    if (encoded.length % itemsPerStep === 0) yield;
  }
  return encoded;
}

/** A receipt with a great many logs. */
function* encodeLong({ type, status, cumulativeGasUsed, logsBloom, logs }: Receipt): Steps<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let start = 0; start < logs.length; start += itemsPerStep) {
    chunks.push(joinBytes(logs.slice(start, start + itemsPerStep).map(encodeLog)));
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

/** The RLP of a receipt: its length now, its bytes when they are written. */
class ReceiptRlp implements Composed {
  readonly #receipt: Receipt;
  readonly #gas: Uint8Array;
  readonly #logs: number;
  readonly #payload: number;
  readonly length: number;

  constructor(receipt: Receipt) {
    this.#receipt = receipt;
    this.#gas = rlpInteger(receipt.cumulativeGasUsed);
    this.#logs = logsLength(receipt.logs);
    const bloom = prefixLength(receipt.logsBloom.length) + receipt.logsBloom.length;
    this.#payload = statusBytes + encodedLength(this.#gas) + bloom + prefixLength(this.#logs) + this.#logs;
    this.length = (receipt.type === 0 ? 0 : 1) + prefixLength(this.#payload) + this.#payload;
  }

  write(target: Uint8Array, start: number): void {
    const { type, status, logsBloom, logs } = this.#receipt;
    let at = start;
    if (type !== 0) target[at++] = type;
    at = writePrefix(target, at, this.#payload, listPrefix);
    target[at++] = status === 0 ? bytesPrefix : 1;
    at = writeEncoded(target, at, this.#gas);
    at = writeEncoded(target, at, logsBloom);
    at = writePrefix(target, at, this.#logs, listPrefix);
    for (const log of logs) at = writeLog(target, at, log);
  }
}

/** The status is one byte: 1, or the encoding of 0. */
const statusBytes = 1;
const addressBytes = 20;
const topicBytes = 32;

function logsLength(logs: readonly Log[]): number {
  let length = 0;
  for (const log of logs) length += logLength(log);
  return length;
}

function logLength(log: Log): number {
  const payload = logPayload(log);
  return prefixLength(payload) + payload;
}

function logPayload({ topics, data }: Log): number {
  const inTopics = topics.length * (1 + topicBytes);
  return 1 + addressBytes + prefixLength(inTopics) + inTopics + encodedLength(data);
}

function encodeLog(log: Log): Uint8Array {
  const bytes = newBytes(logLength(log));
  writeLog(bytes, 0, log);
  return bytes;
}

/** Writes rlp([address, topics, data]). Returns the offset after it. */
function writeLog(target: Uint8Array, start: number, log: Log): number {
  const { address, topics, data } = log;
  let at = writePrefix(target, start, logPayload(log), listPrefix);
  at = writePrefix(target, at, addressBytes, bytesPrefix);
  writeHex(address, target, at);
  at = writePrefix(target, at + addressBytes, topics.length * (1 + topicBytes), listPrefix);
  for (const topic of topics) {
    at = writePrefix(target, at, topicBytes, bytesPrefix);
    writeHex(topic, target, at);
    at += topicBytes;
  }
  return writeEncoded(target, at, data);
}
