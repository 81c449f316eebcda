import type { Log } from '../../kernel/engine.ts';
import { addressFromBytes } from '../../primitives/address.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { bytesFromRlp, listFromRlp } from '../../primitives/rlp/item.ts';

/** Events of the hooks → row: the RLP of logs, as receipts have them. */
export function encodeEvents(events: readonly Log[]): Uint8Array {
  return encodeRlp(events.map(({ address, topics, data }) => [address, topics, data]));
}

/** Inverse of `encodeEvents`. Throws an RlpError when the row is malformed. */
export function decodeEvents(row: Uint8Array): readonly Log[] {
  return listFromRlp(decodeRlp(row)).map((event) => {
    const [address, topics, data] = listFromRlp(event);
    return {
      address: addressFromBytes(bytesFromRlp(address, 20)),
      topics: listFromRlp(topics).map((topic) => hashFromBytes(bytesFromRlp(topic, 32))),
      data: bytesFromRlp(data).slice(),
    };
  });
}
