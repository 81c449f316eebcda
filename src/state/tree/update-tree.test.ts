import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMPT } from '@ethereumjs/mpt';
import { keccak256 } from '@qord/curves/keccak';
import fc from 'fast-check';
import { toHex } from '../../primitives/hex.ts';
import { KeptNode } from './kept-node.ts';
import { NodeOverlay, noNodes } from './node-overlay.ts';
import { emptyTreeRoot, updateTree } from './update-tree.ts';

/** The stored nodes after each update: a map to which the changes are written, as they are or by turns in RLP. */
function createKeptTree() {
  const stored = new Map<string, KeptNode>();
  let updates = 0;
  return {
    stored,
    update(changes: ReadonlyMap<string, Uint8Array | null>): string {
      const nodes = new NodeOverlay(stored);
      const root = updateTree(nodes, sorted(changes));
      const isEncoded = updates++ % 2 === 1;
      for (const [path, node] of nodes.changed) {
        if (node === null) assert.ok(stored.delete(path), 'only stored nodes are removed');
        else stored.set(path, isEncoded ? new KeptNode(node.encoded) : node);
      }
      return root;
    },
  };
}

const sorted = <T>(rows: ReadonlyMap<string, T>) => [...rows].sort(([left], [right]) => (left < right ? -1 : 1));

function rebuilt(content: ReadonlyMap<string, Uint8Array>): { root: string; nodes: Map<string, KeptNode | null> } {
  const nodes = new NodeOverlay(noNodes);
  return { root: updateTree(nodes, sorted(content)), nodes: nodes.changed };
}

function encoded(nodes: ReadonlyMap<string, KeptNode | null>) {
  return sorted(nodes).map(([path, node]) => [path, node?.encoded]);
}

async function referenceRoot(content: ReadonlyMap<string, Uint8Array>): Promise<string> {
  const tree = await createMPT();
  for (const [key, value] of content) await tree.put(Buffer.from(key, 'hex'), value);
  return toHex(tree.root());
}

/** Rounds of changes to one tree, compared after each with a fresh tree and with another implementation. */
async function checkRounds(rounds: readonly (readonly (readonly [string, Uint8Array | null])[])[]): Promise<void> {
  const kept = createKeptTree();
  const content = new Map<string, Uint8Array>();
  for (const round of rounds) {
    const changes = new Map(round);
    for (const [key, value] of changes) {
      if (value === null) content.delete(key);
      else content.set(key, value);
    }
    const root = kept.update(changes);
    const fresh = rebuilt(content);
    assert.equal(root, fresh.root);
    assert.deepEqual(encoded(kept.stored), encoded(fresh.nodes));
    assert.equal(root, await referenceRoot(content));
  }
}

const value = fc.oneof(
  fc.uint8Array({ minLength: 1, maxLength: 2 }), // small enough for nodes embedded in their parents
  fc.uint8Array({ minLength: 30, maxLength: 70 }),
);
const rounds = (key: fc.Arbitrary<string>) =>
  fc.array(fc.array(fc.tuple(key, fc.option(value)), { maxLength: 12 }), { maxLength: 8 });

test('keys of one length with long common prefixes', async () => {
  const key = fc.array(fc.constantFrom('00', '01', '10', 'ab', 'ff'), { minLength: 4, maxLength: 4 });
  await fc.assert(fc.asyncProperty(rounds(key.map((parts) => parts.join(''))), checkRounds), { numRuns: 200 });
});

test('keys of any length, including prefixes of others', async () => {
  const key = fc.array(fc.constantFrom('00', '01', '10', 'ff'), { maxLength: 4 });
  await fc.assert(fc.asyncProperty(rounds(key.map((parts) => parts.join(''))), checkRounds), { numRuns: 200 });
});

test('hashed keys, many at a time', async () => {
  const hashed = (i: number) => toHex(keccak256(Uint8Array.of(i >> 8, i & 255))).slice(2);
  const all = Array.from({ length: 1_500 }, (_, i) => [hashed(i), Uint8Array.of(1 + (i % 200))] as const);
  const fewer = all.filter((_, i) => i % 3 !== 0).map(([key]) => [key, null] as const);
  await checkRounds([all, all.slice(0, 100).map(([key]) => [key, new Uint8Array(40).fill(7)]), fewer]);
  await checkRounds([all.slice(0, 40), all.slice(0, 39).map(([key]) => [key, null]), [[hashed(39), null]]]);
});

test('a tree without its last key has no nodes and the root of the empty tree', () => {
  const kept = createKeptTree();
  kept.update(
    new Map([
      ['1234', Uint8Array.of(1)],
      ['1256', Uint8Array.of(2)],
    ]),
  );
  assert.equal(
    kept.update(
      new Map([
        ['1234', null],
        ['1256', null],
        ['1257', null],
      ]),
    ),
    emptyTreeRoot,
  );
  assert.equal(kept.stored.size, 0);
  assert.equal(emptyTreeRoot, '0x56e81f171bcc55a6ff8345e692c0f86e5b48e01b996cadc001622fb5e363b421');
});

test('an update reads and writes only the path to its key', () => {
  const kept = createKeptTree();
  const key = (i: number) => toHex(keccak256(Uint8Array.of(i >> 8, i & 255))).slice(2);
  kept.update(new Map(Array.from({ length: 5_000 }, (_, i) => [key(i), Uint8Array.of(1)])));
  let reads = 0;
  const counting = {
    get: (path: string) => {
      reads++;
      return kept.stored.get(path);
    },
  };
  const nodes = new NodeOverlay(counting);
  updateTree(nodes, [[key(77), Uint8Array.of(2)]]);
  assert.ok(nodes.changed.size <= 6 && reads <= 8, `${nodes.changed.size} written, ${reads} read`);
});
