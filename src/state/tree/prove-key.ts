import type { NodeSource } from './node-overlay.ts';

/**
 * The encoded nodes from the root towards a key, as eth_getProof returns them (EIP-1186): the last one has the key's
 * value or shows that there is none. Nodes embedded in their parent are not listed; the proof in an empty tree has no
 * nodes.
 */
export function proveKey(nodes: NodeSource, key: string): Uint8Array[] {
  const proof: Uint8Array[] = [];
  let path = '';
  for (;;) {
    const kept = nodes.get(path);
    if (kept === undefined) return proof;
    const { node, encoded } = kept;
    if (path === '' || encoded.length >= 32) proof.push(encoded);
    const next = node.kind === 'branch' ? path + key.charAt(path.length) : path + node.path;
    if (node.kind === 'leaf' || next === path || !key.startsWith(next)) return proof;
    path = next;
  }
}
