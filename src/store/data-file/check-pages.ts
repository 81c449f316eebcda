import { closeSync, openSync, readSync } from 'node:fs';
import {
  bigData,
  nodeHeaderBytes,
  pageFlags,
  pageHeaderBytes,
  readCount,
  readPageHeader,
  viewOf,
} from './page-format.ts';
import type { FileHeader, TreeHeader } from './read-header.ts';

/** Counts of a walk through a tree, to be compared with its header. */
type Counts = { branchPages: number; leafPages: number; overflowPages: number; entries: number };

type Walk = {
  readonly header: FileHeader;
  readonly read: (page: number) => Uint8Array;
  /** one byte per page: whether something refers to it */
  readonly used: Uint8Array;
  readonly compare: (left: Uint8Array, right: Uint8Array) => number;
  readonly counts: Counts;
  readonly onPage: () => void;
  lastKey: Uint8Array | undefined;
};

/** A page does not match the reference to it, or is malformed. */
class PageFault extends Error {}

/**
 * Walks all pages in use of a database file, which nobody must write meanwhile, and returns the first structural fault;
 * undefined when there is none. LMDB trusts its pages: a fault in them may end the process. `onPage` is called once for
 * each page.
 */
export function pageFault(file: string, header: FileHeader, onPage: () => void = () => {}): string | undefined {
  const descriptor = openSync(file, 'r');
  const used = new Uint8Array(header.lastPage + 1);
  const read = (page: number) => {
    const bytes = new Uint8Array(header.pageSize);
    if (readSync(descriptor, bytes, 0, bytes.length, page * header.pageSize) < bytes.length) {
      throw new PageFault(`page ${page} is beyond the end of the file, which has been truncated`);
    }
    return bytes;
  };
  try {
    const walk = { header, read, used, onPage, lastKey: undefined };
    walkTree(header.freePages, { ...walk, compare: byNumber, counts: noCounts() });
    walkTree(header.main, { ...walk, compare: Buffer.compare, counts: noCounts() });
    return undefined;
  } catch (error) {
    if (error instanceof PageFault) return error.message;
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

const noCounts = (): Counts => ({ branchPages: 0, leafPages: 0, overflowPages: 0, entries: 0 });

/** Order of the keys in the tree of free pages: the numbers of the commits that freed them. */
function byNumber(left: Uint8Array, right: Uint8Array): number {
  return left.length === 8 && right.length === 8 ? readCount(viewOf(left), 0) - readCount(viewOf(right), 0) : 0;
}

function walkTree(tree: TreeHeader, walk: Walk): void {
  if (tree.root !== undefined) walkPage(walk, tree.root, tree.depth);
  const { branchPages, leafPages, overflowPages, entries } = walk.counts;
  if (
    branchPages !== tree.branchPages ||
    leafPages !== tree.leafPages ||
    overflowPages !== tree.overflowPages ||
    entries !== tree.entries
  ) {
    throw new PageFault(
      `it holds ${entries} entries on ${leafPages} pages, its header says ${tree.entries} on ${tree.leafPages}`,
    );
  }
}

/** `level`: pages from here down to the leaves, this one included. */
function walkPage(walk: Walk, number: number, level: number): void {
  use(walk, number, 1);
  const bytes = walk.read(number);
  const page = viewOf(bytes);
  const header = readPageHeader(page);
  const kind = level > 1 ? pageFlags.branch : pageFlags.leaf;
  if (header.number !== number || header.flags !== kind)
    throw new PageFault(`page ${number} is not of the expected kind`);
  const space = bytes.length - pageHeaderBytes;
  const { lower, upper } = header;
  if (lower % 2 !== 0 || lower < 2 || lower > upper || upper > space) throw new PageFault(`page ${number} is damaged`);
  for (let at = 0; at < lower; at += 2) {
    const offset = page.getUint16(pageHeaderBytes + at, true);
    const node = pageHeaderBytes + offset;
    if (offset < upper || offset + nodeHeaderBytes > space) throw new PageFault(`page ${number} is damaged`);
    const keyEnd = node + nodeHeaderBytes + page.getUint16(node + 6, true);
    if (keyEnd > bytes.length) throw new PageFault(`page ${number} is damaged`);
    const key = bytes.subarray(node + nodeHeaderBytes, keyEnd);
    if (level === 1) checkLeafNode(walk, { number, page, node, keyEnd, key });
    else walkPage(walk, childOf(page, node), level - 1);
  }
  if (level === 1) walk.counts.leafPages++;
  else walk.counts.branchPages++;
}

function childOf(page: DataView, node: number): number {
  return page.getUint32(node, true) + page.getUint16(node + 4, true) * 2 ** 32;
}

type LeafNode = {
  readonly number: number;
  readonly page: DataView;
  /** offset of the node, and of the end of its key */
  readonly node: number;
  readonly keyEnd: number;
  readonly key: Uint8Array;
};

function checkLeafNode(walk: Walk, { number, page, node, keyEnd, key }: LeafNode): void {
  if (walk.lastKey !== undefined && walk.compare(walk.lastKey, key) >= 0) {
    throw new PageFault(`page ${number} has keys out of order`);
  }
  walk.lastKey = key;
  walk.counts.entries++;
  const size = page.getUint32(node, true);
  const flags = page.getUint16(node + 4, true);
  const isLong = flags === bigData;
  if ((flags !== 0 && !isLong) || keyEnd + (isLong ? 24 : size) > page.byteLength) {
    throw new PageFault(`page ${number} is damaged`);
  }
  if (isLong) checkRun(walk, readCount(page, keyEnd), size);
}

/** A value on overflow pages. */
function checkRun(walk: Walk, first: number, size: number): void {
  const { pageSize } = walk.header;
  const count = Math.floor((pageHeaderBytes - 1 + size) / pageSize) + 1;
  use(walk, first, count);
  const header = readPageHeader(viewOf(walk.read(first)));
  if (header.number !== first || header.flags !== pageFlags.overflow || header.run !== count) {
    throw new PageFault(`page ${first} is not of the expected kind`);
  }
  if (count > 1) walk.read(first + count - 1);
  walk.counts.overflowPages += count;
}

function use({ header, used, onPage }: Walk, first: number, count: number): void {
  if (first < 2 || first + count - 1 > header.lastPage)
    throw new PageFault(`there is a reference to page ${first}, which does not exist`);
  for (let page = first; page < first + count; page++) {
    if (used[page] === 1) throw new PageFault(`page ${page} is used twice`);
    used[page] = 1;
    onPage();
  }
}
