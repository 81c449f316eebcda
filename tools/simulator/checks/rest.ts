import assert from 'node:assert/strict';
import { verifyChain } from '#qord/chain/verify/verify-chain.ts';
import type { MempoolReader } from '#qord/mempool/types.ts';
import type { QordNode } from '#qord/node/create-node.ts';
import type { SimulatedClients } from '../clients/clients.ts';
import type { ConsensusEngine } from '../network/consensus-engine.ts';
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
  readonly consensus: Pick<ConsensusEngine, 'assertRounds'> | undefined;
};

function runningOf(nodes: readonly SimulatedNode[]): readonly QordNode[] {
  return nodes.flatMap(({ running }) => (running === undefined ? [] : [running]));
}

/** The pools of the nodes that run. */
export function poolsOf(nodes: readonly SimulatedNode[]): readonly MempoolReader[] {
  return runningOf(nodes).map(({ control }) => control.mempool);
}

/** Faults and clients have stopped: a block comes, every request has its answer, and nothing waits any more. */
export async function comeToRest(world: World, { nodes, shadow, ledger, clients, consensus }: Parts): Promise<void> {
  const { scheduler, listening, held } = world;
  const starting = () => nodes.filter(({ running }) => running === undefined);
  await scheduler.untilNone(restMs, starting, 'every node starts');
  await assertBlock(world, nodes, shadow);
  await scheduler.untilNone(restMs, () => Array(clients.waiting), 'every request has its answer');
  await emptyPools(world, nodes);
  await scheduler.untilNone(restMs, () => world.unexplained, 'connections were closed for a reason');
  const isBehind = ({ chain }: QordNode) => chain.reader.head().number < shadow.height;
  const isBusy = (node: QordNode) => isBehind(node) || node.control.mempool.counts().pending > 0;
  await scheduler.untilNone(restMs, () => runningOf(nodes).filter(isBusy), 'all heights are equal, and pools empty');
  shadow.assertAccounts();
  if (world.isDeveloped) shadow.assertAgain(() => scheduler.goesOn());
  for (const { control } of runningOf(nodes)) consensus?.assertRounds(control.decidedRounds());
  ledger.assertAtRest(poolsOf(nodes));
  const waiting = () => held.names.filter((name) => !name.includes('subscriptions'));
  await scheduler.untilNone(restMs, waiting, 'nothing waits');
  clients.end();
  await scheduler.untilNone(endMs, () => Array(listening.connections), 'a connection ends that its client has ended');
  await scheduler.untilNone(endMs, () => held.names, 'nothing is held for clients that have left');
}

/**
 * What waits in pools becomes less. It takes minutes where blocks are small: a base fee that has come to what senders pay
 * lets few into a block.
 */
async function emptyPools({ scheduler }: World, nodes: readonly SimulatedNode[]): Promise<void> {
  const waiting = () => poolsOf(nodes).reduce((sum, pool) => sum + pool.counts().pending, 0);
  for (let left = waiting(), before = left + 1; left > 0 && left < before; [left, before] = [waiting(), left]) {
    const until = scheduler.nowMs + restMs;
    await scheduler.runUntil(() => waiting() === 0 || scheduler.nowMs > until);
  }
}

/** A block comes, unless blocks come on demand only: soon, where the node waits for nobody. */
async function assertBlock({ scheduler }: World, nodes: readonly SimulatedNode[], shadow: ShadowChain): Promise<void> {
  const [first, ...others] = nodes;
  const isAlone = others.length === 0;
  if (isAlone && first?.settings?.emptyBlockMs === 0) return;
  const { height } = shadow;
  const missing = () => (shadow.height > height ? [] : [height + 1]);
  await scheduler.untilNone(isAlone ? calmBlockMs : restMs, missing, 'a block comes soon when faults have stopped');
}

/** Ends the nodes in order: their data are what `qord verify` expects, and an export what begins the same chain. */
export async function endNodes(world: World, nodes: readonly SimulatedNode[], shadow: ShadowChain): Promise<void> {
  const ending = new Set(nodes);
  for (const node of nodes) node.stop(() => ending.delete(node));
  await world.scheduler.untilNone(restMs, () => [...ending], 'every node ends');
  for (const { disk } of nodes) {
    const [wrong] = verifyChain(disk.rows, !world.isDeveloped, () => world.scheduler.goesOn()); // who is impersonated signs nothing
    assert.equal(wrong, undefined, 'qord verify finds nothing');
    if (world.random.chance(exported)) shadow.assertExport(disk.rows);
  }
}
