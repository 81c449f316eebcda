import { concatBytes } from '../../primitives/bytes.ts';
import { keccak256 } from '../../primitives/crypto/keccak.ts';
import { encodeRlp } from '../../primitives/rlp.ts';

/**
 * Nodes of a Merkle-Patricia tree (yellow paper, appendix D). Paths are text, one hex digit per nibble, so that they
 * compare, cut and join like the keys they are parts of.
 */
export type Node = Leaf | Extension | Branch;
export type Leaf = { readonly kind: 'leaf'; readonly path: string; readonly value: Uint8Array };
export type Extension = { readonly kind: 'extension'; readonly path: string; readonly child: Reference };
export type Branch = {
  readonly kind: 'branch';
  /** 16, by nibble */
  readonly children: readonly (Reference | undefined)[];
  /** of the key that ends here; only trees whose keys may be prefixes of each other have it */
  readonly value: Uint8Array | undefined;
};

/** How a parent names a node: an RLP item, either the node's hash or, of less than 32 bytes, the node itself. */
export type Reference = Uint8Array;

const hashItemPrefix = Uint8Array.of(0xa0);
const emptyItem = Uint8Array.of(0x80);

/** Node → RLP. */
export function encodeNode(node: Node): Uint8Array {
  if (node.kind === 'branch') {
    const children = node.children.map((child) => child ?? emptyItem);
    return listOf([...children, node.value === undefined ? emptyItem : encodeRlp(node.value)]);
  }
  const path = encodeRlp(hexPrefix(node.path, node.kind === 'leaf'));
  return listOf([path, node.kind === 'leaf' ? encodeRlp(node.value) : node.child]);
}

/** Encoded node → what its parent holds of it. */
export function toReference(encoded: Uint8Array): Reference {
  return encoded.length < 32 ? encoded : concatBytes(hashItemPrefix, keccak256(encoded));
}

/** RLP → node. For nodes that this program encoded: what is malformed is corrupt data and throws. */
export function decodeNode(encoded: Uint8Array): Node {
  const items = itemsOf(encoded);
  if (items.length === 17) {
    const value = contentOf(items.pop());
    const children = items.map((item) => (item[0] === 0x80 ? undefined : item));
    return { kind: 'branch', children, value: value.length === 0 ? undefined : value };
  }
  const [path, rest] = items;
  if (items.length !== 2 || rest === undefined) throw new Error(`corrupt tree node of ${items.length} items`);
  const digits = Buffer.from(contentOf(path)).toString('hex');
  const flag = Number(digits[0]);
  const nibbles = digits.slice(flag % 2 === 1 ? 1 : 2);
  if (flag < 2) return { kind: 'extension', path: nibbles, child: rest };
  return { kind: 'leaf', path: nibbles, value: contentOf(rest) };
}

/** Appendix C: nibbles to bytes; the first nibble tells leaf from extension and odd from even. */
function hexPrefix(path: string, isLeaf: boolean): Uint8Array {
  const odd = path.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  return Buffer.from(`${flag}${odd === 1 ? '' : '0'}${path}`, 'hex');
}

function listOf(items: readonly Uint8Array[]): Uint8Array {
  let length = 0;
  for (const item of items) length += item.length;
  const prefix = listPrefix(length);
  const encoded = new Uint8Array(prefix.length + length);
  encoded.set(prefix);
  let at = prefix.length;
  for (const item of items) {
    encoded.set(item, at);
    at += item.length;
  }
  return encoded;
}

function listPrefix(length: number): readonly number[] {
  if (length <= 55) return [0xc0 + length];
  const size: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) size.unshift(rest % 256);
  return [0xf7 + size.length, ...size];
}

/** The items of a list, each with its own prefix. */
function itemsOf(encoded: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let at = headerOf(encoded, 0).from; at < encoded.length; ) {
    const { end } = headerOf(encoded, at);
    items.push(encoded.subarray(at, end));
    at = end;
  }
  return items;
}

function contentOf(item: Uint8Array | undefined): Uint8Array {
  if (item === undefined) throw new Error('corrupt tree node');
  return item.subarray(headerOf(item, 0).from);
}

/** Where the content of the RLP item at `at` begins and ends. */
function headerOf(bytes: Uint8Array, at: number): { from: number; end: number } {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return { from: at, end: at + 1 };
  const short = first < 0xc0 ? 0x80 : 0xc0;
  if (first - short <= 55) return { from: at + 1, end: at + 1 + first - short };
  const from = at + 1 + first - short - 55;
  let length = 0;
  for (let i = at + 1; i < from; i++) length = length * 256 + (bytes[i] ?? 0);
  return { from, end: from + length };
}
