/**
 * The format of an LMDB database file as `lmdb` writes it: data version 2, little-endian (mdb.c, `MDB_page_header`).
 */

export const pageHeaderBytes = 24;
export const nodeHeaderBytes = 8;

export const pageFlags = { branch: 0x01, leaf: 0x02, overflow: 0x04, meta: 0x08 } as const;
/** Flag of a node: its value is on overflow pages. */
export const bigData = 0x01;

type PageHeader = {
  readonly number: number;
  readonly flags: number;
  /** bytes of node pointers after the header */
  readonly lower: number;
  /** position at which the nodes begin, counted from the end of the header */
  readonly upper: number;
  /** pages of an overflow run */
  readonly run: number;
};

/** Reads a page number or counter; Infinity when it is beyond 2^53, which no real file reaches. */
export function readCount(bytes: DataView, at: number): number {
  const value = bytes.getBigUint64(at, true);
  return value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(value) : Number.POSITIVE_INFINITY;
}

/** The header of a page. */
export function readPageHeader(page: DataView): PageHeader {
  return {
    number: readCount(page, 0),
    flags: page.getUint16(18, true),
    lower: page.getUint16(20, true),
    upper: page.getUint16(22, true),
    run: page.getUint32(20, true),
  };
}

/** A DataView of the same memory. */
export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
