import type { Span, StoredBlockVisitor, StoredHeader } from '../../../chain/types.ts';
import { concatBytes } from '../../../primitives/bytes.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { emptyTreeRoot } from '../../../state/tree/update-tree.ts';
import { AsciiWriter, asciiBytes } from './ascii-writer.ts';
import { end } from './block-json.ts';
import { fixedText } from './header-json.ts';

const hashLength = 32;
const addressLength = 20;
const bloomLength = 256;

/** Characters of a hash with quotes and comma, and of a block without extra data and transactions, at most. */
const hashTextLength = 2 * hashLength + 5;
const otherLength = 4 * 1024;

/** The text between the values. */
const texts = {
  hash: asciiBytes('{"hash":"0x'),
  miner: asciiBytes('","nonce":"0x0000000000000000","miner":"0x'),
  number: asciiBytes('","number":"0x'),
  parentHash: asciiBytes('","parentHash":"0x'),
  mixHash: asciiBytes('","mixHash":"0x'),
  logsBloom: asciiBytes('","logsBloom":"0x'),
  stateRoot: asciiBytes('","stateRoot":"0x'),
  transactionsRoot: asciiBytes('","transactionsRoot":"0x'),
  receiptsRoot: asciiBytes('","receiptsRoot":"0x'),
  extraData: asciiBytes('","extraData":"0x'),
  gasLimit: asciiBytes('","gasLimit":"0x'),
  gasUsed: asciiBytes('","gasUsed":"0x'),
  timestamp: asciiBytes('","timestamp":"0x'),
  baseFee: asciiBytes('","baseFeePerGas":"0x'),
  fixed: asciiBytes(`",${fixedText},"size":"0x`),
  transactions: asciiBytes('","transactions":['),
  firstHash: asciiBytes('"0x'),
  nextHash: asciiBytes('","0x'),
  quote: asciiBytes('"'),
  end: asciiBytes(end),
};

const emptyRoot = fromHex(emptyTreeRoot);
const emptyRoots = concatBytes(emptyRoot, emptyRoot);

/**
 * Writes the JSON text of a block with the hashes of its transactions, from the bytes in which it is stored: the same
 * text as that of the decoded header and hashes. Most blocks of a long chain are not cached.
 *
 * Nothing is made of the bytes on the way: no views, no numbers, no copy of the row. Measured gain, with the digits
 * written two at once: 8.2 to 5.5 µs of CPU for reading and writing a block of eleven transactions, 11.5 to 8.6 when
 * other work has used the caches of the processor meanwhile.
 */
export class StoredBlockText implements StoredBlockVisitor {
  #writer: AsciiWriter | undefined;

  header(header: StoredHeader): void {
    const length = otherLength + 2 * header.extraData.length + header.transactionCount * hashTextLength;
    this.#writer = new AsciiWriter(length);
    writeHeader(this.#writer, header);
  }

  hashes(hashes: Uint8Array): void {
    const writer = this.#writer;
    for (let at = 0; at < hashes.length; at += hashLength) {
      writer?.bytes(at === 0 ? texts.firstHash : texts.nextHash);
      writer?.hex(hashes, at, hashLength);
    }
    if (hashes.length > 0) writer?.bytes(texts.quote);
  }

  /** The text; undefined without a block. */
  finish(): string | undefined {
    this.#writer?.bytes(texts.end);
    return this.#writer?.finish();
  }
}

/** Up to the transactions. */
function writeHeader(writer: AsciiWriter, header: StoredHeader): void {
  const { row, identity, extraData } = header;
  writer.bytes(texts.hash);
  writer.hex(row, identity.at, hashLength);
  writer.bytes(texts.miner);
  writer.hex(row, identity.at + 2 * hashLength, addressLength);
  writer.bytes(texts.number);
  writer.number(header.number);
  writer.bytes(texts.parentHash);
  writer.hex(header.parentHash, 0, hashLength);
  writer.bytes(texts.mixHash);
  writer.hex(header.prevRandao, 0, hashLength);
  writer.bytes(texts.logsBloom);
  const bloom = header.packedBloom ?? nothing;
  writer.packedHex(row, bloom.at, bloom.length, bloomLength);
  writer.bytes(texts.stateRoot);
  writer.hex(row, identity.at + hashLength, hashLength);
  writeRoots(writer, header);
  writer.bytes(texts.extraData);
  writer.hex(row, extraData.at, extraData.length);
  writeAmount(writer, texts.gasLimit, row, header.gasLimit);
  writeAmount(writer, texts.gasUsed, row, header.gasUsed);
  writer.bytes(texts.timestamp);
  writer.number(header.timestamp);
  writeAmount(writer, texts.baseFee, row, header.baseFee);
  writer.bytes(texts.fixed);
  writer.number(header.size);
  writer.bytes(texts.transactions);
}

const nothing: Span = { at: 0, length: 0 };

function writeRoots(writer: AsciiWriter, { row, roots }: StoredHeader): void {
  const bytes = roots === undefined ? emptyRoots : row;
  const at = roots?.at ?? 0;
  writer.bytes(texts.transactionsRoot);
  writer.hex(bytes, at, hashLength);
  writer.bytes(texts.receiptsRoot);
  writer.hex(bytes, at + hashLength, hashLength);
}

function writeAmount(writer: AsciiWriter, name: Uint8Array, row: Uint8Array, { at, length }: Span): void {
  writer.bytes(name);
  writer.amount(row, at, length);
}
