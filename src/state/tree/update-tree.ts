import { keccakHash } from '../../primitives/crypto/keccak.ts';
import type { Hash } from '../../primitives/hash.ts';
import type { Steps } from '../../primitives/steps.ts';
import { KeptNode } from './kept-node.ts';
import { type Branch, type Extension, type Leaf, type Node, type NodeReference, rootFrom } from './node.ts';
import type { NodeOverlay } from './node-overlay.ts';

/** A key as hex digits without 0x, and its new value; null removes it. */
export type LeafChange = readonly [key: string, value: Uint8Array | null];

/** Root of an empty tree: keccak of the RLP of no bytes. */
export const emptyTreeRoot = keccakHash(Uint8Array.of(0x80));

/**
 * Applies changes to a tree and returns its root. `changes` are in ascending order of distinct keys. Each node on the
 * paths to the changed keys is read and hashed once.
 *
 * A node is stored under its path, so every update overwrites in place and leaves no garbage.
 */
export function updateTree(nodes: NodeOverlay, changes: readonly LeafChange[]): Hash {
  const isChanged = changes.length > 0;
  const root = isChanged ? save(nodes, '', change(nodes, '', load(nodes, ''), changes)) : nodes.get('')?.reference;
  return root === undefined ? emptyTreeRoot : rootFrom(root);
}

const leavesPerStep = 250;

/** The same in steps. */
export function* updateTreeInSteps(nodes: NodeOverlay, changes: readonly LeafChange[]): Steps<Hash> {
  let root = updateTree(nodes, changes.slice(0, leavesPerStep));
  for (let start = leavesPerStep; start < changes.length; start += leavesPerStep) {
    yield;
    root = updateTree(nodes, changes.slice(start, start + leavesPerStep));
  }
  return root;
}

function load(nodes: NodeOverlay, path: string): Node | undefined {
  return nodes.get(path)?.node;
}

/** Stores the node at `path`, or removes it, and returns its parent's reference to it. */
function save(nodes: NodeOverlay, path: string, node: Node | undefined): NodeReference | undefined {
  if (node === undefined) {
    nodes.remove(path);
    return undefined;
  }
  const kept = new KeptNode(node);
  nodes.put(path, kept);
  return kept.reference;
}

/** The node at `path` after the changes, all of which are below it. The caller saves it. */
function change(
  nodes: NodeOverlay,
  path: string,
  node: Node | undefined,
  changes: readonly LeafChange[],
): Node | undefined {
  if (node === undefined) return build(nodes, path, changes);
  if (node.kind === 'leaf') return changeLeaf(nodes, path, node, changes);
  if (node.kind === 'branch') return changeBranch(nodes, path, node, changes);
  return changeExtension(nodes, path, node, changes);
}

function changeLeaf(nodes: NodeOverlay, path: string, leaf: Leaf, changes: readonly LeafChange[]): Node | undefined {
  const [[key, value] = ['', null]] = changes;
  const isSame = changes.length === 1 && key.length === path.length + leaf.path.length && key.endsWith(leaf.path);
  if (isSame) return value === null ? undefined : { kind: 'leaf', path: leaf.path, value };
  return build(nodes, path, withLeaf(changes, path + leaf.path, leaf.value));
}

/** The changes with an existing leaf added, unless one of them already sets its key. */
function withLeaf(changes: readonly LeafChange[], key: string, value: Uint8Array): readonly LeafChange[] {
  const at = changes.findIndex(([changed]) => changed >= key);
  if (changes[at]?.[0] === key) return changes;
  return at === -1 ? [...changes, [key, value]] : changes.toSpliced(at, 0, [key, value]);
}

/** A new subtree at `path`. */
function build(nodes: NodeOverlay, path: string, changes: readonly LeafChange[]): Node | undefined {
  const leaves = changes.filter(([, value]) => value !== null);
  const first = leaves[0];
  const last = leaves.at(-1);
  if (first === undefined || last === undefined) return undefined;
  if (first === last && first[1] !== null) return { kind: 'leaf', path: first[0].slice(path.length), value: first[1] };
  const end = commonPrefixLength(first[0], last[0]);
  const fork = first[0].slice(0, end);
  const branch = changeBranch(nodes, fork, emptyBranch, leaves);
  return end === path.length ? branch : extend(nodes, fork.slice(path.length), fork, branch);
}

const emptyBranch: Branch = {
  kind: 'branch',
  children: Array.from({ length: 16 }, () => undefined),
  value: undefined,
};

function changeBranch(
  nodes: NodeOverlay,
  path: string,
  branch: Branch,
  changes: readonly LeafChange[],
): Node | undefined {
  const children = [...branch.children];
  let { value } = branch;
  for (let start = 0, end = 0; start < changes.length; start = end) {
    const [key, changed] = changes[start] ?? ['', null];
    end = start + 1;
    if (key.length === path.length) {
      value = changed ?? undefined;
      continue;
    }
    const below = key.slice(0, path.length + 1);
    while (changes[end]?.[0].startsWith(below)) end++;
    const nibble = Number.parseInt(below.slice(-1), 16);
    const child = children[nibble] === undefined ? undefined : load(nodes, below);
    children[nibble] = save(nodes, below, change(nodes, below, child, changes.slice(start, end)));
  }
  return simplify(nodes, path, { kind: 'branch', children, value });
}

/**
 * A branch needs at least two children or values: with only one it is replaced by that one, with none it is removed.
 */
function simplify(nodes: NodeOverlay, path: string, branch: Branch): Node | undefined {
  const { children, value } = branch;
  const first = children.findIndex((child) => child !== undefined);
  if (first === -1) return value && { kind: 'leaf', path: '', value };
  if (value !== undefined || children.findLastIndex((child) => child !== undefined) !== first) return branch;
  const nibble = first.toString(16);
  return extend(nodes, nibble, path + nibble, load(nodes, path + nibble));
}

function changeExtension(
  nodes: NodeOverlay,
  path: string,
  extension: Extension,
  changes: readonly LeafChange[],
): Node | undefined {
  const end = path + extension.path;
  const relevant = changes.filter(([key, value]) => value !== null || key.startsWith(end));
  const first = relevant[0];
  const last = relevant.at(-1);
  if (first === undefined || last === undefined) return extension;
  const shared = Math.min(commonPrefixLength(first[0], end), commonPrefixLength(last[0], end));
  if (shared === end.length) {
    return extend(nodes, extension.path, end, change(nodes, end, load(nodes, end), relevant));
  }
  const fork = end.slice(0, shared);
  const branch = changeBranch(nodes, fork, splitOff(nodes, fork, extension, end), relevant);
  return shared === path.length ? branch : extend(nodes, fork.slice(path.length), fork, branch);
}

/** A branch at `fork`, inside the extension that ends at `end`; the rest of the extension is its only child so far. */
function splitOff(nodes: NodeOverlay, fork: string, { child }: Extension, end: string): Branch {
  const below = end.slice(0, fork.length + 1);
  const path = end.slice(below.length);
  const reference = path === '' ? child : save(nodes, below, { kind: 'extension', path, child });
  return { ...emptyBranch, children: emptyBranch.children.with(Number.parseInt(below.slice(-1), 16), reference) };
}

/**
 * The node that leads along `path` to the node at `at`: an extension to a branch; a leaf or extension is lengthened.
 */
function extend(nodes: NodeOverlay, path: string, at: string, node: Node | undefined): Node | undefined {
  if (node?.kind === 'branch') {
    const child = save(nodes, at, node);
    return child && { kind: 'extension', path, child };
  }
  nodes.remove(at);
  return node && { ...node, path: path + node.path };
}

/** Length of the longest common prefix. */
export function commonPrefixLength(left: string, right: string): number {
  let length = 0;
  while (length < left.length && left.charCodeAt(length) === right.charCodeAt(length)) length++;
  return length;
}
