import { keccak256 } from '../../primitives/crypto/keccak.ts';
import { fromHex, toHexDigits } from '../../primitives/hex.ts';
import { encodedLength, encodeRlp, newRlpList, writeEncoded } from '../../primitives/rlp/encode.ts';
import { payloadEnd, payloadStart } from '../../primitives/rlp/prefix.ts';

/**
 * Nodes of a Merkle-Patricia tree (yellow paper, appendix D). Paths are strings of one hex digit per nibble, so that
 * they are compared, sliced and concatenated like the keys they are parts of.
 */
export type Node = Leaf | Extension | Branch;
type Leaf = { readonly kind: 'leaf'; readonly path: string; readonly value: Uint8Array };
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

const emptyItem = Uint8Array.of(0x80);

/** Node → RLP. */
export function encodeNode(node: Node): Uint8Array {
  if (node.kind === 'branch') return encodeBranch(node);
  const path = hexPrefix(node.path, node.kind === 'leaf');
  const length = encodedLength(path) + (node.kind === 'leaf' ? encodedLength(node.value) : node.child.length);
  const encoded = newRlpList(length);
  const rest = writeEncoded(encoded, encoded.length - length, path);
  if (node.kind === 'leaf') writeEncoded(encoded, rest, node.value);
  else encoded.set(node.child, rest);
  return encoded;
}

function encodeBranch({ children, value }: Branch): Uint8Array {
  const last = value === undefined ? emptyItem : encodeRlp(value);
  let length = last.length;
  for (const child of children) length += child === undefined ? 1 : child.length;
  const encoded = newRlpList(length);
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

/** Encoded node → its parent's reference to it. */
export function toNodeReference(encoded: Uint8Array): NodeReference {
  if (encoded.length < 32) return encoded;
  const item = new Uint8Array(33);
  item[0] = 0xa0;
  item.set(keccak256(encoded), 1);
  return item;
}

/** RLP → node. For nodes that this program encoded: a malformed one is corrupt data and throws. */
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

/**
 * Hex-prefix encoding (appendix C): the first nibble holds the kind, leaf or extension, and the parity of the length.
 */
function hexPrefix(path: string, isLeaf: boolean): Uint8Array {
  const odd = path.length % 2;
  const flag = (isLeaf ? 2 : 0) + odd;
  return fromHex(`0x${flag}${odd === 1 ? '' : '0'}${path}`);
}

/** The items of a list, each with its prefix. */
function itemsOf(encoded: Uint8Array): Uint8Array[] {
  const items: Uint8Array[] = [];
  for (let at = payloadStart(encoded, 0); at < encoded.length; ) {
    const end = payloadEnd(encoded, at, payloadStart(encoded, at));
    items.push(encoded.subarray(at, end));
    at = end;
  }
  return items;
}

function contentOf(item: Uint8Array | undefined): Uint8Array {
  if (item === undefined) throw new Error('corrupt tree node');
  return item.subarray(payloadStart(item, 0));
}
