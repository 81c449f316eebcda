import { keccak256, keccakInput, keccakOfInput } from '@qord/curves/keccak';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { type Hash, hashFromBytes } from '../../primitives/hash.ts';
import { toHexDigits } from '../../primitives/hex.ts';
import { encodedLength, newRlpList, writeEncoded } from '../../primitives/rlp/encode.ts';
import {
  bytesPrefix,
  listPrefix,
  payloadEnd,
  payloadStart,
  prefixLength,
  writePrefix,
} from '../../primitives/rlp/prefix.ts';

/**
 * Nodes of a Merkle-Patricia tree (yellow paper, appendix D). Paths are strings of one hex digit per nibble, so that
 * they are compared, sliced and concatenated like the keys they are parts of.
 */
export type Node = Leaf | Extension | Branch;
export type Leaf = { readonly kind: 'leaf'; readonly path: string; readonly value: Uint8Array };
export type Extension = { readonly kind: 'extension'; readonly path: string; readonly child: NodeReference };
export type Branch = {
  readonly kind: 'branch';
  /** 16, by nibble */
  readonly children: readonly (NodeReference | undefined)[];
  /** the value of the key that ends here; only in trees where a key may be a prefix of another */
  readonly value: Uint8Array | undefined;
};

/** A parent's reference to a node: an RLP item, either the node's hash or, below 32 bytes, the node itself. */
export type NodeReference = Uint8Array;

/** The value of a leaf that is written where it is needed: more than one byte. */
export type Composed = { readonly length: number; write(target: Uint8Array, at: number): void };

/** A node to encode. */
type Encodable = Branch | Extension | (Omit<Leaf, 'value'> & { readonly value: Uint8Array | Composed });

/** Node → RLP. */
export function encodeNode(node: Encodable): Uint8Array {
  const length = payloadLength(node);
  const encoded = newRlpList(length);
  writePayload(encoded, encoded.length - length, node);
  return encoded;
}

/** The reference to a node that is not kept: it is encoded where it is hashed. */
export function referenceTo(node: Encodable): NodeReference {
  const length = payloadLength(node);
  const total = prefixLength(length) + length;
  if (total < 32 || total > keccakInput.length) return toNodeReference(encodeNode(node));
  writePayload(keccakInput, writePrefix(keccakInput, 0, length, listPrefix), node);
  const item = new Uint8Array(33);
  item[0] = 0xa0;
  item.set(keccakOfInput(total), 1);
  return item;
}

function payloadLength(node: Encodable): number {
  if (node.kind === 'branch') {
    let length = node.value === undefined ? 1 : encodedLength(node.value);
    for (const child of node.children) length += child === undefined ? 1 : child.length;
    return length;
  }
  const size = pathSize(node.path);
  const path = size === 1 ? 1 : prefixLength(size) + size;
  return path + (node.kind === 'leaf' ? valueLength(node.value) : node.child.length);
}

function valueLength(value: Uint8Array | Composed): number {
  return value instanceof Uint8Array ? encodedLength(value) : prefixLength(value.length) + value.length;
}

function writePayload(target: Uint8Array, start: number, node: Encodable): void {
  if (node.kind === 'branch') {
    writeBranch(target, start, node);
    return;
  }
  const at = writePath(target, start, node.path, node.kind === 'leaf');
  if (node.kind === 'extension') target.set(node.child, at);
  else if (node.value instanceof Uint8Array) writeEncoded(target, at, node.value);
  else node.value.write(target, writePrefix(target, at, node.value.length, bytesPrefix));
}

function writeBranch(target: Uint8Array, start: number, { children, value }: Branch): void {
  let at = start;
  for (const child of children) {
    if (child === undefined) target[at++] = emptyItem;
    else {
      target.set(child, at);
      at += child.length;
    }
  }
  if (value === undefined) target[at] = emptyItem;
  else writeEncoded(target, at, value);
}

/** The RLP of no bytes. */
const emptyItem = 0x80;

/** Bytes of a path in hex-prefix encoding. */
function pathSize(path: string): number {
  return (path.length >> 1) + 1;
}

/**
 * Writes a path in hex-prefix encoding (appendix C), and its prefix: the first nibble holds the kind, leaf or
 * extension, and the parity of the length. Returns the offset after it.
 */
function writePath(target: Uint8Array, start: number, path: string, isLeaf: boolean): number {
  const size = pathSize(path);
  let at = size === 1 ? start : writePrefix(target, start, size, bytesPrefix);
  const odd = path.length % 2;
  target[at++] = ((isLeaf ? 2 : 0) + odd) * 16 + (odd === 1 ? nibbleAt(path, 0) : 0);
  for (let i = odd; i < path.length; i += 2) target[at++] = nibbleAt(path, i) * 16 + nibbleAt(path, i + 1);
  return at;
}

/** A digit of a path, which is in lower case. */
function nibbleAt(path: string, index: number): number {
  const code = path.charCodeAt(index);
  return code < 0x3a ? code - 0x30 : code - 0x57;
}

/** Encoded node → its parent's reference to it. */
export function toNodeReference(encoded: Uint8Array): NodeReference {
  if (encoded.length < 32) return encoded;
  const item = new Uint8Array(33);
  item[0] = 0xa0;
  item.set(keccak256(encoded), 1);
  return item;
}

/** Bytes of a reference that is a hash; nodes in place of one are shorter. */
const hashReferenceBytes = 33;

/** The reference to the uppermost node of a tree → the root of the tree. */
export function rootFrom(reference: NodeReference): Hash {
  return reference.length === hashReferenceBytes ? hashFromBytes(reference.subarray(1)) : keccakHash(reference);
}

/** RLP → node. For nodes that this program encoded: a malformed one is corrupt data and throws. */
export function decodeNode(encoded: Uint8Array): Node {
  const items = itemsOf(encoded);
  if (items.length === 17) {
    const value = items.pop();
    return { kind: 'branch', children: items, value: value && contentOf(value) };
  }
  const [path, rest] = items;
  if (items.length !== 2 || rest === undefined) throw new Error(`corrupt tree node of ${items.length} items`);
  const digits = toHexDigits(contentOf(path));
  const flag = Number(digits[0]);
  const nibbles = digits.slice(flag % 2 === 1 ? 1 : 2);
  if (flag < 2) return { kind: 'extension', path: nibbles, child: rest };
  return { kind: 'leaf', path: nibbles, value: contentOf(rest) };
}

/** The items of a list, each with its prefix; undefined: no bytes. */
function itemsOf(encoded: Uint8Array): (Uint8Array | undefined)[] {
  const items: (Uint8Array | undefined)[] = [];
  for (let at = payloadStart(encoded, 0); at < encoded.length; ) {
    const end = payloadEnd(encoded, at, payloadStart(encoded, at));
    items.push(encoded[at] === emptyItem ? undefined : encoded.subarray(at, end));
    at = end;
  }
  return items;
}

function contentOf(item: Uint8Array | undefined): Uint8Array {
  if (item === undefined) throw new Error('corrupt tree node');
  return item.subarray(payloadStart(item, 0));
}
