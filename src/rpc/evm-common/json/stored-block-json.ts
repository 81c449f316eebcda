import type { StoredBlockVisitor, StoredHeader } from '../../../chain/types.ts';
import { fromHex } from '../../../primitives/hex.ts';
import { quantity } from '../../../primitives/quantity.ts';
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
  number: asciiBytes('","number":"'),
  parentHash: asciiBytes('","parentHash":"0x'),
  mixHash: asciiBytes('","mixHash":"0x'),
  logsBloom: asciiBytes('","logsBloom":"0x'),
  stateRoot: asciiBytes('","stateRoot":"0x'),
  transactionsRoot: asciiBytes('","transactionsRoot":"0x'),
  receiptsRoot: asciiBytes('","receiptsRoot":"0x'),
  extraData: asciiBytes('","extraData":"0x'),
  gasLimit: asciiBytes('","gasLimit":"'),
  gasUsed: asciiBytes('","gasUsed":"'),
  timestamp: asciiBytes('","timestamp":"'),
  baseFee: asciiBytes('","baseFeePerGas":"'),
  fixed: asciiBytes(`",${fixedText},"size":"`),
  transactions: asciiBytes('","transactions":['),
  firstHash: asciiBytes('"0x'),
  nextHash: asciiBytes('","0x'),
  end: asciiBytes(end),
};

const emptyRoot = fromHex(emptyTreeRoot);
const emptyRoots = Buffer.concat([emptyRoot, emptyRoot]);

/**
 * Writes the JSON text of a block with the hashes of its transactions, from the bytes in which it is stored: the same
 * text as that of the decoded header and hashes. Most blocks of a long chain are not cached.
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
    if (hashes.length > 0) writer?.ascii('"');
  }

  /** The text; undefined without a block. */
  finish(): string | undefined {
    this.#writer?.bytes(texts.end);
    return this.#writer?.finish();
  }
}

/** Up to the transactions. */
function writeHeader(writer: AsciiWriter, header: StoredHeader): void {
  const { identity, roots = emptyRoots, extraData } = header;
  writer.bytes(texts.hash);
  writer.hex(identity, 0, hashLength);
  writer.bytes(texts.miner);
  writer.hex(identity, 2 * hashLength, addressLength);
  writer.bytes(texts.number);
  writer.ascii(quantity(header.number));
  writer.bytes(texts.parentHash);
  writer.hex(header.parentHash, 0, hashLength);
  writer.bytes(texts.mixHash);
  writer.hex(header.prevRandao, 0, hashLength);
  writer.bytes(texts.logsBloom);
  writer.packedHex(header.packedBloom, bloomLength);
  writer.bytes(texts.stateRoot);
  writer.hex(identity, hashLength, hashLength);
  writer.bytes(texts.transactionsRoot);
  writer.hex(roots, 0, hashLength);
  writer.bytes(texts.receiptsRoot);
  writer.hex(roots, hashLength, hashLength);
  writer.bytes(texts.extraData);
  writer.hex(extraData, 0, extraData.length);
  writer.bytes(texts.gasLimit);
  writer.ascii(quantity(header.gasLimit));
  writer.bytes(texts.gasUsed);
  writer.ascii(quantity(header.gasUsed));
  writer.bytes(texts.timestamp);
  writer.ascii(quantity(header.timestamp));
  writer.bytes(texts.baseFee);
  writer.ascii(quantity(header.baseFee));
  writer.bytes(texts.fixed);
  writer.ascii(quantity(header.size));
  writer.bytes(texts.transactions);
}
