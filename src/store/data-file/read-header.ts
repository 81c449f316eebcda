import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs';
import { pageFlags, pageHeaderBytes, readCount, readPageHeader, viewOf } from './page-format.ts';

/** The root of a tree in a database file, and the expected counts. */
export type TreeHeader = {
  /** undefined: it is empty */
  readonly root: number | undefined;
  readonly depth: number;
  readonly branchPages: number;
  readonly leafPages: number;
  readonly overflowPages: number;
  readonly entries: number;
};

/** The newest header of a database file, with the size of the file. */
export type FileHeader = {
  /** bytes */
  readonly fileBytes: number;
  readonly pageSize: number;
  /** number of the newest commit */
  readonly commit: number;
  /** the highest page number ever used; the file may end before it when the last pages are free */
  readonly lastPage: number;
  /** the tree of free pages */
  readonly freePages: TreeHeader;
  readonly main: TreeHeader;
};

const magic = 0xbeefc0de;
const dataVersion = 2;
const noPage = Number.POSITIVE_INFINITY;
const headerBytes = 168;
const deepest = 32;

/**
 * The validated header of a database file; undefined when the file is missing or empty, where LMDB creates a new
 * database. A string describes the fault. LMDB itself validates only the first bytes, and the process ends when the
 * others are wrong.
 */
export function readFileHeader(file: string): FileHeader | string | undefined {
  if (!existsSync(file)) return undefined;
  const descriptor = openSync(file, 'r');
  try {
    const { size: fileBytes } = fstatSync(descriptor);
    if (fileBytes === 0) return undefined;
    const first = readAt(descriptor, 0);
    if (first.length < headerBytes) return `it ends after ${fileBytes} bytes`;
    const pageSize = viewOf(first).getUint32(pageHeaderBytes + 24, true);
    if (![512, 1024, 2048, 4096, 8192, 16_384, 32_768, 65_536].includes(pageSize)) return 'it has no LMDB header';
    const found = [first, readAt(descriptor, pageSize)].map((bytes) => parseHeader(bytes, fileBytes, pageSize));
    const fault = found.find((header) => typeof header === 'string');
    return fault ?? newest(found);
  } finally {
    closeSync(descriptor);
  }
}

function readAt(descriptor: number, position: number): Uint8Array {
  const bytes = new Uint8Array(headerBytes);
  return bytes.subarray(0, readSync(descriptor, bytes, 0, headerBytes, position));
}

function newest(found: readonly (FileHeader | string)[]): FileHeader | string {
  const [first, second] = found;
  if (typeof first !== 'object' || typeof second !== 'object') return 'it has no LMDB header';
  if (Math.abs(first.commit - second.commit) > 1) return 'its two headers do not belong together';
  return first.commit >= second.commit ? first : second;
}

function parseHeader(bytes: Uint8Array, fileBytes: number, pageSize: number): FileHeader | string {
  if (bytes.length < headerBytes) return `it ends after ${fileBytes} bytes`;
  const page = viewOf(bytes);
  const meta = new DataView(page.buffer, page.byteOffset + pageHeaderBytes);
  const isMeta = (readPageHeader(page).flags & pageFlags.meta) !== 0;
  if (!isMeta || meta.getUint32(0, true) !== magic) return 'it has no LMDB header';
  if ((meta.getUint32(4, true) & 0xffff) !== dataVersion) return 'it has another version of the LMDB format';
  if (meta.getUint32(24, true) !== pageSize) return 'its two headers do not belong together';
  const [lastPage, commit] = [readCount(meta, 120), readCount(meta, 128)];
  const trees = { freePages: parseTree(meta, 24), main: parseTree(meta, 72) };
  if (lastPage < 1 || lastPage === noPage || commit === noPage) return 'its header has counters that are out of range';
  for (const { root, depth } of Object.values(trees)) {
    const isEmpty = root === undefined;
    if (isEmpty ? depth !== 0 : root < 2 || root > lastPage || depth < 1 || depth > deepest) {
      return 'its header refers to pages that do not exist';
    }
  }
  return { fileBytes, pageSize, commit, lastPage, ...trees };
}

function parseTree(meta: DataView, at: number): TreeHeader {
  const hasRoot = meta.getBigUint64(at + 40, true) !== 0xffff_ffff_ffff_ffffn;
  return {
    root: hasRoot ? readCount(meta, at + 40) : undefined,
    depth: meta.getUint16(at + 6, true),
    branchPages: readCount(meta, at + 8),
    leafPages: readCount(meta, at + 16),
    overflowPages: readCount(meta, at + 24),
    entries: readCount(meta, at + 32),
  };
}
