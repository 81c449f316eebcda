import { keccak256 } from '../../primitives/crypto/keccak.ts';
import { fromHex, toHexDigits } from '../../primitives/hex.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';

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

const emptyItem = Uint8Array.of(0x80);

/** Node → RLP. */
export function encodeNode(node: Node): Uint8Array {
  if (node.kind === 'branch') return encodeBranch(node);
  const path = encodeRlp(hexPrefix(node.path, node.kind === 'leaf'));
  const rest = node.kind === 'leaf' ? encodeRlp(node.value) : node.child;
  const encoded = newList(path.length + rest.length);
  encoded.set(path, encoded.length - rest.length - path.length);
  encoded.set(rest, encoded.length - rest.length);
  return encoded;
}

function encodeBranch({ children, value }: Branch): Uint8Array {
  const last = value === undefined ? emptyItem : encodeRlp(value);
  let length = last.length;
  for (const child of children) length += child === undefined ? 1 : child.length;
  const encoded = newList(length);
  let at = encoded.length - length;
  for (const child of children) {
    if (child === undefined) encoded[at++] = 0x80;
    else {
      encoded.set(child, at);
      at += child.length;
    }
  }
  encoded.set(last, at);
  return encoded;
}

/** Encoded node → what its parent holds of it. */
export function toReference(encoded: Uint8Array): Reference {
  if (encoded.length < 32) return encoded;
  const item = new Uint8Array(33);
  item[0] = 0xa0;
  item.set(keccak256(encoded), 1);
  return item;
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
  const digits = toHexDigits(contentOf(path));
  const flag = Number(digits[0]);
  const nibbles = digits.slice(flag % 2 === 1 ? 1 : 2);
  if (flag < 2) return { kind: 'extension', path: nibbles, child: rest };
  return { kind: 'leaf', path: nibbles, value: contentOf(rest) };
}

/** Appendix C: nibbles to bytes; the first nibble tells leaf from extension and odd from even. */
function hexPrefix(path: string, isLeaf: boolean): Uint8Array {
  const odd = path.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  return fromHex(`0x${flag}${odd === 1 ? '' : '0'}${path}`);
}

/** Room for a list whose items take `length` bytes, which the caller puts behind the prefix, up to the end. */
function newList(length: number): Uint8Array {
  const sizeBytes = length <= 55 ? 0 : Math.ceil((32 - Math.clz32(length)) / 8);
  const list = new Uint8Array(1 + sizeBytes + length);
  list[0] = sizeBytes === 0 ? 0xc0 + length : 0xf7 + sizeBytes;
  for (let i = sizeBytes, rest = length; i > 0; i--, rest >>>= 8) list[i] = rest & 255;
  return list;
}

/** The items of a list, each with its own prefix. */
function itemsOf(encoded: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let at = contentStart(encoded, 0); at < encoded.length; ) {
    const end = itemEnd(encoded, at);
    items.push(encoded.subarray(at, end));
    at = end;
  }
  return items;
}

function contentOf(item: Uint8Array | undefined): Uint8Array {
  if (item === undefined) throw new Error('corrupt tree node');
  return item.subarray(contentStart(item, 0));
}

/** Where the content of the RLP item at `at` begins. */
function contentStart(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return at;
  const beyondShort = first - (first < 0xc0 ? 0xb7 : 0xf7);
  return at + 1 + (beyondShort > 0 ? beyondShort : 0);
}

/** Where the RLP item at `at` ends. */
function itemEnd(bytes: Uint8Array, at: number): number {
  const first = bytes[at] ?? 0;
  if (first < 0x80) return at + 1;
  const shortLength = first - (first < 0xc0 ? 0x80 : 0xc0);
  if (shortLength <= 55) return at + 1 + shortLength;
  const from = contentStart(bytes, at);
  let length = 0;
  for (let i = at + 1; i < from; i++) length = length * 256 + (bytes[i] ?? 0);
  return from + length;
}
