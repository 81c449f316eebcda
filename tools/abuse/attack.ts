import type { NodeUrls } from '#qord/node/banner.ts';
import type { SpawnedNode } from '#qord/testing/spawn-node.ts';
import type { AttackClients } from './attack-clients.ts';

/** The size of an attack: everything that once did harm, or a part that a test can afford. */
type Scale = 'full' | 'bounded';

/** What the attackers of a case can use. */
export type AttackContext = {
  readonly urls: NodeUrls;
  readonly scale: Scale;
  /** connections to the node, and counts of its responses */
  readonly clients: AttackClients;
  /** aborted when the attackers have to stop */
  readonly signal: AbortSignal;
};

/** One way in which clients can harm a node. */
export type Attack = {
  /** one line: what they send */
  readonly summary: string;
  /** keys of the configuration that differ from the defaults, where the attack needs them */
  readonly flags?: Readonly<Record<string, string>>;
  /** how long it runs in full unless told otherwise */
  readonly seconds?: number;
  /** whether the load stays the same, so that nothing the node keeps may grow; needs `metrics.enable` */
  readonly isSteady?: boolean;
  /** URL of a module that the node's process loads before the program */
  readonly preload?: string;
  /** responses that the node must not have sent, besides internal errors */
  readonly forbidden?: RegExp;
  /** What the attackers do; ends by itself, or continues until they have to stop. */
  readonly attack?: (context: AttackContext) => Promise<void>;
  /** What happens to the host of the node during the attack. */
  readonly disturbHost?: (node: SpawnedNode) => Promise<void>;
};

/** The full number of something, or the part of it that a test can afford. */
export function sized({ scale }: Pick<AttackContext, 'scale'>, full: number, bounded: number): number {
  return scale === 'full' ? full : bounded;
}
