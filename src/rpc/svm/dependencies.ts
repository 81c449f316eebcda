import type { ChainReader } from '../../chain/types.ts';
import type { Address } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import type { Executor } from '../execution/executor.ts';
import type { NodeControl } from '../node-control.ts';

/** What the SVM interface needs of the node. */
export type SvmDependencies = {
  readonly chain: ChainReader;
  readonly node: NodeControl;
  /** time between blocks in milliseconds; 0 when empty blocks are never made */
  readonly blockIntervalMs: number;
  /** milliseconds since 1970 */
  readonly now: () => number;
  /** identity of this node: base58 of 32 bytes */
  readonly identity: string;
  /** proposer of all future blocks; undefined when it is not known in advance */
  readonly proposer: Address | undefined;
  /** lamports of accounts that are no native ones */
  readonly svmOnlyLamports: (state: StateView, key: Uint8Array) => bigint | undefined;
  /** runs reads of long blocks */
  readonly executor: Executor;
};
