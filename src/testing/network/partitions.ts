import { setTimeout as sleep } from 'node:timers/promises';
import { signFrom } from '../sign-from.ts';
import { until } from '../until.ts';
import type { NetworkLinks } from './links/network-links.ts';
import { send } from './mixed-load.ts';
import { allAt, type NetworkNode } from './network.ts';

/** Milliseconds within which a network that was divided is whole again. */
export const healingGoalMs = 15_000;
/** Blocks after the newest one that may have been agreed on already when a network is divided. */
const underWay = 2;

/** What a network of four validators, with full nodes or without, did while it was divided. */
type Partition = {
  /** milliseconds after which all nodes had one more block than any of them when the division ended */
  readonly recoveryTime: number;
};

/** Blocks in a network of four continue while three are together. Returns once the fourth is back. */
export async function partitionThreeFromOne(nodes: readonly NetworkNode[], links: NetworkLinks): Promise<Partition> {
  const [first, , , isolated] = nodes;
  if (first === undefined || isolated === undefined) throw new RangeError('four nodes are needed');
  const others = nodes.flatMap((_, index) => (index === 3 ? [] : [index]));
  links.divide([others, [3]], 'cut');
  const left = Math.max(...(await heightsOf(nodes)));
  await until(async () => (await first.height()) >= left + 5, 'three validators to continue');
  if ((await isolated.height()) > left + underWay) throw new Error('a validator alone has made blocks');
  return await heal(nodes, links);
}

/**
 * Two against two: waits until no block comes any more, runs `meanwhile`, and heals. Throws when a block comes. The
 * connections stay meanwhile and deliver in the end what was sent to them, unless something happens `meanwhile`: then
 * they break before they are made again, so that nothing of it arrives late.
 */
export async function partitionInHalves(
  nodes: readonly NetworkNode[],
  links: NetworkLinks,
  meanwhile?: () => Promise<void>,
): Promise<Partition> {
  const left = nodes.flatMap((_, index) => (index === 2 || index === 3 ? [] : [index]));
  const halves = [left, [2, 3]];
  links.divide(halves, 'silent');
  const last = Math.max(...(await heightsOf(nodes))) + underWay;
  await untilNoBlocks(nodes);
  if (meanwhile !== undefined) {
    await meanwhile();
    links.divide(halves, 'cut');
  }
  const heights = await heightsOf(nodes);
  if (Math.max(...heights) > last) throw new Error(`half of a network has made blocks: ${heights.join(', ')}`);
  return await heal(nodes, links);
}

/**
 * Sends a transaction at a node that is cut off from its only peer; returns the milliseconds from then to its receipt.
 */
export async function loseGossip(node: NetworkNode, index: number, nodes: readonly NetworkNode[], links: NetworkLinks) {
  const [first] = nodes;
  if (first === undefined) throw new RangeError('a network has nodes');
  links.divide([nodes.flatMap((_, at) => (at === index ? [] : [at])), [index]], 'cut');
  await until(async () => (await node.call('net_peerCount')) === '0x0', 'the node to be alone');
  const { sender } = signFrom(7);
  const nonce = BigInt(await node.call<string>('eth_getTransactionCount', sender, 'latest'));
  const hash = await send(node, signFrom(7, { nonce, cap: 10n ** 13n }));
  await sleep(1_000); // CometBFT has taken it many times over, and sent it to nobody
  const began = performance.now();
  links.heal();
  await until(async () => (await first.call('eth_getTransactionReceipt', hash)) !== null, 'the lost transaction');
  return Math.round(performance.now() - began);
}

async function heal(nodes: readonly NetworkNode[], links: NetworkLinks): Promise<Partition> {
  const highest = Math.max(...(await heightsOf(nodes)));
  const began = performance.now();
  links.heal();
  await allAt(nodes, highest + 1);
  return { recoveryTime: Math.round(performance.now() - began) };
}

/** Resolves when no block has come for five seconds, many times the pace of the network. */
async function untilNoBlocks(nodes: readonly NetworkNode[]): Promise<void> {
  for (let last = -1; ; ) {
    const highest = Math.max(...(await heightsOf(nodes)));
    if (highest === last) return;
    last = highest;
    await sleep(5_000);
  }
}

function heightsOf(nodes: readonly NetworkNode[]): Promise<readonly number[]> {
  return Promise.all(nodes.map((node) => node.height()));
}
