import assert from 'node:assert/strict';
import { homePaths } from '../../config/home.ts';
import { CometRpc } from '../../consensus/comet/status/comet-rpc.ts';
import { toHex } from '../../primitives/hex.ts';
import { until } from '../until.ts';
import type { AbciMessage, AbciTap } from './abci-tap.ts';
import type { ExternalComet } from './external-comet.ts';
import { inspectData } from './inspect-data.ts';
import { MixedSender, send } from './mixed-load.ts';
import type { NetworkNode } from './network.ts';

/** Moments between the messages of CometBFT about one block at which a node can end. */
export const crashPoints = {
  'before FinalizeBlock': { name: 'finalizeBlock', direction: 'request' },
  'FinalizeBlock done, CometBFT not told': { name: 'finalizeBlock', direction: 'response' },
  'between FinalizeBlock and Commit': { name: 'commit', direction: 'request' },
  'after Commit, CometBFT not told': { name: 'commit', direction: 'response' },
} as const;
export type CrashPoint = keyof typeof crashPoints;

type Tapped = { readonly node: NetworkNode; readonly tap: AbciTap; readonly comet: ExternalComet };

/**
 * Kills a node at a point of a block with transactions, starts it again, and asserts that the block has the hash that
 * it had before, and that its data were whole at every moment. Returns the height of the block.
 */
export async function crashAt(point: CrashPoint, { node, tap, comet }: Tapped): Promise<number> {
  const block = new Target(point);
  tap.rule = (message) => block.passage(message);
  const sender = await MixedSender.at(node, 3);
  for (let count = 0; count < 6; count++) await send(node, sender.next());
  await until(() => block.isReached, point);
  await node.process.stop('SIGKILL');
  await comet.ended();
  tap.rule = () => 'pass';
  const committed = await inspectData(homePaths(node.home).dataFolder, 1);
  assert.equal(committed, point === 'after Commit, CometBFT not told' ? block.height : block.height - 1);
  await node.start();
  await comet.start();
  await until(async () => (await node.height()) > block.height, `the block after ${block.height}`);
  type Found = { hash: string; transactions: readonly string[] };
  const { hash, transactions } = await node.call<Found>(
    'eth_getBlockByNumber',
    `0x${block.height.toString(16)}`,
    false,
  );
  assert.equal(transactions.length, block.transactions);
  if (block.hash !== undefined) assert.equal(hash, block.hash, 'executed again with another result');
  assert.equal(await new CometRpc(node.comet.rpcSocket).appHash(block.height + 1), hash);
  return block.height;
}

/** The first decided block with transactions: what passes, until its point is reached. */
class Target {
  readonly #point: (typeof crashPoints)[CrashPoint];
  height = 0;
  transactions = 0;
  /** Hash as the node reported it to CometBFT, when it came so far */
  hash: string | undefined;
  isReached = false;

  constructor(point: CrashPoint) {
    this.#point = crashPoints[point];
  }

  passage({ direction, content }: AbciMessage): 'pass' | 'hold' {
    if (this.isReached) return 'hold';
    if (direction === 'request' && content.finalizeBlock !== undefined) {
      const { height, txs } = content.finalizeBlock;
      if (txs.length > 1) [this.height, this.transactions] = [height, txs.length - 1]; // the first is the report
    } else if (this.height === 0) return 'pass';
    if (direction === 'response' && content.finalizeBlock !== undefined)
      this.hash = toHex(content.finalizeBlock.appHash);
    const { name } = this.#point;
    this.isReached = this.height > 0 && direction === this.#point.direction && content[name] !== undefined;
    return this.isReached ? 'hold' : 'pass';
  }
}
