import assert from 'node:assert/strict';
import { verifyChain } from '#qord/chain/verify/verify-chain.ts';
import type { MempoolReader } from '#qord/mempool/types.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import type { SimulatedClients } from '../clients/clients.ts';
import type { SimulatedNode } from '../node/simulated-node.ts';
import type { World } from '../world/world.ts';
import type { ShadowChain } from './shadow-chain.ts';
import type { TransactionLedger } from './transaction-ledger.ts';

/** Milliseconds in which everything comes to rest when faults and clients have stopped: a trace may hang for 63 s. */
const restMs = 150_000;
/** Milliseconds until a connection is closed whose client has ended its direction. */
const endMs = 5_000;
/** Milliseconds in which a node without peers makes a block when faults have stopped: a few of its longest pauses. */
const calmBlockMs = 15_000;
/** Probability that a node's chain is exported at the end of a run, which takes as long as some tens of blocks. */
const exported = 0.2;

type Parts = {
  readonly nodes: readonly SimulatedNode[];
  readonly shadow: ShadowChain;
  readonly ledger: TransactionLedger;
  readonly clients: SimulatedClients;
};

function runningOf(nodes: readonly SimulatedNode[]): readonly QordNode[] {
  return nodes.flatMap(({ running }) => (running === undefined ? [] : [running]));
}

/** The pools of the nodes that run. */
export function poolsOf(nodes: readonly SimulatedNode[]): readonly MempoolReader[] {
  return runningOf(nodes).map(({ control }) => control.mempool);
}

/** Faults and clients have stopped: a block comes, every request has its answer, and nothing waits any more. */
export async function comeToRest(world: World, { nodes, shadow, ledger, clients }: Parts): Promise<void> {
  const { scheduler } = world;
  await scheduler.runUntil(() => nodes.every(({ running }) => running !== undefined));
  const until = scheduler.nowMs + restMs;
  const before = (time: number, isTrue: () => boolean) =>
    scheduler.runUntil(() => isTrue() || scheduler.nowMs > time).then(isTrue);
  await assertBlock(world, nodes, shadow);
  const areTogether = () => nodes.every(({ running }) => running?.chain.reader.head().number === shadow.height);
  const isAtRest = () => clients.waiting === 0 && poolsOf(nodes).every((pool) => pool.counts().pending === 0);
  await before(until, () => isAtRest() && areTogether());
  assert.equal(clients.waiting, 0, 'every request has its answer');
  assert.ok(areTogether(), 'all nodes come to the same block');
  shadow.assertAccounts();
  if (world.isDeveloped) shadow.assertAgain();
  const waiting = () => runningOf(nodes).flatMap(waitingKinds);
  await before(until, () => waiting().length === 0);
  assert.deepEqual(waiting(), [], 'nothing waits for the main thread at rest');
  runningOf(nodes).forEach(assertCounts);
  ledger.assertAtRest(poolsOf(nodes));
  clients.end();
  const { listening, held } = world;
  const endBy = scheduler.nowMs + endMs;
  assert.ok(await before(endBy, () => listening.connections === 0), 'a connection ends whose client has ended it');
  await before(endBy, () => held.names.length === 0);
  assert.deepEqual(held.names, [], 'at rest, nothing is held for clients');
}

/** A block comes, unless blocks come on demand only: soon, where the node waits for nobody. */
async function assertBlock({ scheduler }: World, nodes: readonly SimulatedNode[], shadow: ShadowChain): Promise<void> {
  const [first, ...others] = nodes;
  const isAlone = others.length === 0;
  if (isAlone && first?.settings?.emptyBlockMs === 0) return;
  const { height } = shadow;
  const until = scheduler.nowMs + (isAlone ? calmBlockMs : restMs);
  await scheduler.runUntil(() => shadow.height > height || scheduler.nowMs > until);
  assert.ok(shadow.height > height, 'a block comes soon when faults have stopped');
}

/** What waits in a node for its turn on the main thread, such as `request`. */
function waitingKinds({ control: { mainThread } }: QordNode): readonly string[] {
  return Object.entries(mainThread.statistics).flatMap(([kind, { waiting }]) => (waiting > 0 ? [kind] : []));
}

/** Asserts that a pool counts what it has. */
function assertCounts({ control: { mempool } }: QordNode): void {
  const { pending, queued } = mempool.content();
  const bytes = [...pending, ...queued].reduce((sum, { raw }) => sum + raw.length, 0);
  assert.equal(mempool.byteSize(), bytes, 'the pool counts the bytes that it has');
  const counts = { pending: pending.length, queued: queued.length };
  assert.deepEqual(mempool.counts(), counts, 'the pool counts the transactions that it has');
}

/** Ends the nodes in order: their data are what `qord verify` expects, and an export what begins the same chain. */
export async function endNodes(world: World, nodes: readonly SimulatedNode[], shadow: ShadowChain): Promise<void> {
  let stopped = 0;
  for (const node of nodes) node.stop(() => void stopped++);
  await world.scheduler.runUntil(() => stopped === nodes.length);
  for (const { disk } of nodes) {
    const [wrong] = verifyChain(disk.rows, !world.isDeveloped, () => {}); // who is impersonated signs nothing
    assert.equal(wrong, undefined, 'qord verify finds nothing');
    if (world.random.chance(exported)) shadow.assertExport(disk.rows);
  }
}
