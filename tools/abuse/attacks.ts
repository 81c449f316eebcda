import type { Attack } from './attack.ts';
import { abiAliasing } from './cases/abi-aliasing.ts';
import { chunkedBodies } from './cases/chunked-bodies.ts';
import { clock } from './cases/clock.ts';
import { deepTraces } from './cases/deep-traces.ts';
import { endlessCalls } from './cases/endless-calls.ts';
import { filters } from './cases/filters.ts';
import { foreignPages } from './cases/foreign-pages.ts';
import { freeWork } from './cases/free-work.ts';
import { fullBlocks } from './cases/full-blocks.ts';
import { largeOverrides } from './cases/large-overrides.ts';
import { logSubscriptions } from './cases/log-subscriptions.ts';
import { longArguments } from './cases/long-arguments.ts';
import { longBlocks } from './cases/long-blocks.ts';
import { longHooks } from './cases/long-hooks.ts';
import { longReceipts } from './cases/long-receipts.ts';
import { moduleCalls } from './cases/module-calls.ts';
import { nativeZeroGas } from './cases/native-zero-gas.ts';
import { plainLoad } from './cases/plain-load.ts';
import { poolContent } from './cases/pool-content.ts';
import { poolDrain } from './cases/pool-drain.ts';
import { precompiles } from './cases/precompiles.ts';
import { gappedWaiters, leavingWaiters } from './cases/receipt-waiters.ts';
import { simulatedExtremes } from './cases/simulated-extremes.ts';
import { halfBodies, slowHeaders } from './cases/slow-connections.ts';
import { subscriberFloods } from './cases/subscriber-floods.ts';
import { tracerMemory } from './cases/tracer-memory.ts';
import { longMessages, tinyMessages, unfinishedMessages } from './cases/unfinished-messages.ts';
import { unreadResponses } from './cases/unread-responses.ts';
import { waitingChecks } from './cases/waiting-checks.ts';

/** All attacks, by the name on the command line. */
export const attacks: Readonly<Record<string, Attack>> = {
  'plain-load': plainLoad,
  'abi-aliasing': abiAliasing,
  'native-zero-gas': nativeZeroGas,
  'long-arguments': longArguments,
  precompiles,
  'full-blocks': fullBlocks,
  'long-blocks': longBlocks,
  'long-receipts': longReceipts,
  'long-hooks': longHooks,
  'module-calls': moduleCalls,
  'log-subscriptions': logSubscriptions,
  filters,
  'unread-responses': unreadResponses,
  'endless-calls': endlessCalls('eth_call'),
  'endless-access-lists': endlessCalls('eth_createAccessList'),
  'endless-estimates': endlessCalls('eth_estimateGas'),
  'endless-simulations': endlessCalls('eth_simulateV1'),
  'endless-traces': endlessCalls('debug_traceCall'),
  'deep-traces': deepTraces,
  'large-overrides': largeOverrides,
  'free-work': freeWork,
  'tracer-memory': tracerMemory,
  'pool-content': poolContent,
  'pool-drain': poolDrain,
  clock,
  'simulated-extremes': simulatedExtremes,
  'half-bodies': halfBodies,
  'slow-headers': slowHeaders,
  'chunked-bodies': chunkedBodies,
  'unfinished-messages': unfinishedMessages,
  'long-messages': longMessages,
  'tiny-messages': tinyMessages,
  'leaving-waiters': leavingWaiters,
  'gapped-waiters': gappedWaiters,
  'waiting-checks': waitingChecks,
  'subscriber-floods': subscriberFloods,
  'foreign-pages': foreignPages,
};
