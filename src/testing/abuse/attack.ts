import type { NodeUrls } from '../../node/banner.ts';
import type { SpawnedNode } from '../spawn-node.ts';
import type { AttackClients } from './attack-clients.ts';

/** How much of an attack: all that was seen to do harm, or a part that a test can afford. */
type Scale = 'full' | 'bounded';

/** What the attackers of a case have at hand. */
export type AttackContext = {
  readonly urls: NodeUrls;
  readonly scale: Scale;
  /** how they reach the node, and what it told them */
  readonly clients: AttackClients;
  /** aborted when the attackers have to leave */
  readonly signal: AbortSignal;
};

/** One way of clients to harm a node. */
export type Attack = {
  /** one line: what they send */
  readonly summary: string;
  /** keys of the configuration that differ from the defaults, where the attack needs them */
  readonly flags?: Readonly<Record<string, string>>;
  /** URL of a module that the node's process loads before the program */
  readonly preload?: string;
  /** what the node must not have told them, beside internal errors */
  readonly forbidden?: RegExp;
  /** What the attackers do; ends by itself, or goes on until they have to leave. */
  readonly attack?: (context: AttackContext) => Promise<void>;
  /** What happens to the host of the node meanwhile. */
  readonly disturbHost?: (node: SpawnedNode) => Promise<void>;
};

/** The full number of something, or the part of it that a test can afford. */
export function sized({ scale }: Pick<AttackContext, 'scale'>, full: number, bounded: number): number {
  return scale === 'full' ? full : bounded;
}
