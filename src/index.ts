import type { createNode as create } from './api/create-development-node.ts';
import type { DevelopmentNode, NodeOptions } from './api/types.ts';
import { loadProgram } from './primitives/load-program.ts';

export type {
  DevelopmentNode,
  FundedAccount,
  NodeOptions,
  NodeUrls,
  Provider,
  ProviderError,
  ProviderEvents,
  ProviderMessage,
  RequestArguments,
} from './api/types.ts';

const { exports } = loadProgram<{ readonly createNode: typeof create }>(new URL('program/api.cjs', import.meta.url));

/**
 * Starts a development network in this process, without a port unless `port` is given, and without anything on disk
 * after `close`. Several can run beside each other. Rejects with an error that names the setting which does not exist,
 * and as `qord start` fails.
 */
export const createNode: (options?: NodeOptions) => Promise<DevelopmentNode> = exports.createNode;
