import { addressFromBytes } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { hashFromBytes } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp, numberFromRlp } from '../../primitives/rlp/item.ts';
import { emptyBloom } from '../bloom.ts';
import type { SealedHeader } from '../types.ts';

const emptyBloomText = toHex(emptyBloom);

/** Sealed header → row: the RLP of its fields. The number is in the key of the row, and an empty bloom takes no bytes. */
export function encodeHeaderRow(header: SealedHeader): Uint8Array {
  const { logsBloom } = header;
  return encodeRlp([
    header.hash,
    header.parentHash,
    header.stateRoot,
    header.transactionsRoot,
    header.receiptsRoot,
    header.miner,
    logsBloom === emptyBloomText ? emptyBytes : logsBloom,
    header.gasLimit,
    header.gasUsed,
    header.timestamp,
    header.extraData,
    header.prevRandao,
    header.baseFee,
    header.size,
    header.transactionCount,
  ]);
}

/** Inverse of `encodeHeaderRow`. Throws an RlpError when the row is malformed. */
export function decodeHeaderRow(row: Uint8Array, number: number): SealedHeader {
  const fields = listFromRlp(decodeRlp(row));
  const hashAt = (index: number) => hashFromBytes(bytesFromRlp(fields[index], 32));
  const bloom = bytesFromRlp(fields[6]);
  return {
    number,
    hash: hashAt(0),
    parentHash: hashAt(1),
    stateRoot: hashAt(2),
    transactionsRoot: hashAt(3),
    receiptsRoot: hashAt(4),
    miner: addressFromBytes(bytesFromRlp(fields[5], 20)),
    logsBloom: bloom.length === 0 ? emptyBloomText : toHex(bloom),
    gasLimit: integerFromRlp(fields[7]),
    gasUsed: integerFromRlp(fields[8]),
    timestamp: numberFromRlp(fields[9]),
    extraData: bytesFromRlp(fields[10]).slice(),
    prevRandao: hashAt(11),
    baseFee: integerFromRlp(fields[12]),
    size: numberFromRlp(fields[13]),
    transactionCount: numberFromRlp(fields[14]),
  };
}
