import * as z from 'zod';
import { durationSetting, listenAddressSetting, listSetting, qorSetting } from '../primitives/settings.ts';
import { interfaceOptions } from './server/options.ts';

/** Most of something that the node remembers for clients; 0 for no limit. */
const most = (limit: number, what: string) => z.int().min(0).default(limit).describe(`${what}; 0 = no limit.`);

/** What clients may have the node remember. All of it together, at its limits, takes some 400 MB. */
const watchLimits = {
  'max-filters': most(
    20_000,
    'Most filters (eth_newFilter and others) of all clients together (the last third for those with few)',
  ),
  'max-filters-per-address': most(1000, 'Most filters of one client address'),
  'max-subscriptions': most(
    200_000,
    'Most subscriptions (eth_subscribe) of all clients together (the last third for those with few)',
  ),
  'max-subscriptions-per-address': most(25_000, 'Most subscriptions of one client address'),
  'max-subscriptions-per-connection': most(1000, 'Most subscriptions of one WebSocket connection'),
  'max-filter-terms': most(
    600_000,
    'Most addresses, topics and hashes that the filters and subscriptions of all clients name, at about 200 bytes each',
  ),
  'max-filter-terms-per-address': most(
    75_000,
    'Most addresses, topics and hashes that the filters and subscriptions of one client address name: 15 of the largest filters',
  ),
  'max-receipt-waiters': most(
    20_000,
    'Most requests of all clients together (the last third for those with few) that wait for a receipt (eth_sendRawTransactionSync)',
  ),
  'max-receipt-waiters-per-address': most(5000, 'Most requests of one client address that wait for a receipt'),
};

/** Those of development networks can be named anywhere, but are served on development networks only. */
const namespaces = [
  'eth',
  'web3',
  'net',
  'txpool',
  'qor',
  'debug',
  'trace',
  'ots',
  'admin',
  'personal',
  'evm',
  'anvil',
  'hardhat',
];

/** QOR: `txfee-cap` where it is not set, except on development networks. */
export const defaultFeeCap = 1;

/** Section `[json-rpc]`: the EVM-compatible interface, which serves qor_ too. */
export const jsonRpcOptions = z.strictObject({
  enable: z.boolean().default(true).describe('Serve the EVM-compatible interface.'),
  address: listenAddressSetting.prefault('127.0.0.1:8545').describe('Where HTTP listens, as host:port.'),
  'ws-address': listenAddressSetting.prefault('127.0.0.1:8546').describe('Where WebSocket listens, as host:port.'),
  ipc: z
    .string()
    .default('')
    .describe(
      'Unix socket at which JSON-RPC is served to programs of this user, as by go-ethereum and anvil, with the limits of WebSocket; empty = none. A relative path begins at the home folder.',
    ),
  api: listSetting
    .refine((names) => names.every((name) => namespaces.includes(name)), `must be of ${namespaces.join(', ')}`)
    .prefault('eth,web3,net,txpool,qor')
    .describe('Namespaces served, separated by commas.'),
  'filter-cap': z.int().min(1).default(10_000).describe('Most logs in one response of eth_getLogs.'),
  ...watchLimits,
  'filter-timeout': durationSetting
    .prefault('10s')
    .describe('Longest search of one eth_getLogs or eth_getFilterLogs; 0s = no limit.'),
  'gas-cap': z.int().min(0).default(25_000_000).describe('Most gas for eth_call and eth_estimateGas; 0 = no limit.'),
  'evm-timeout': durationSetting
    .prefault('5s')
    .describe('Longest execution of one eth_call or estimate; 0s = no limit.'),
  'execution-threads': z
    .int()
    .min(-1)
    .max(256)
    .default(-1)
    .describe(
      'Most threads for long calls, estimates, simulations, traces and searches for logs; one more serves those below 250 ms while all are busy. They start when needed and take up to 35 MB each when idle. -1 = one less than there are cores, but at least 1; 0 = none: all runs on the main thread, at most 100 ms each.',
    ),
  'execution-memory': z
    .int()
    .min(64)
    .default(384)
    .describe('Most megabytes of heap that one of these threads may use; an execution that needs more is ended.'),
  'max-waiting-calls': z
    .int()
    .min(1)
    .default(256)
    .describe(
      'Most calls, estimates, simulations, traces or searches that wait for a thread; of the client with most of them the newest is rejected first.',
    ),
  'max-override-slots': z
    .int()
    .min(0)
    .default(2048)
    .describe('Most accounts and slots, all in all, that one call, estimate, simulation or trace may override.'),
  'max-trace-bytes': z
    .int()
    .min(1024)
    .default(33_554_432)
    .describe('Most bytes that the traces of one response may record.'),
  'js-tracer-timeout': durationSetting
    .prefault('10s')
    .describe(
      'Longest execution of one request with tracers in JavaScript, which have a thread of execution-threads to themselves; 0s = no limit.',
    ),
  'js-tracer-memory': z
    .int()
    .min(1)
    .max(1024)
    .default(32)
    .describe(
      'Most megabytes that the tracers in JavaScript of one trace may use, besides execution-memory; QuickJS itself takes up to 24 more.',
    ),
  'js-tracer-max-steps': z
    .int()
    .min(1)
    .default(2_000_000)
    .describe('Most instructions of one trace with a tracer in JavaScript, at some 5 µs each and 16 bytes of memory.'),
  'js-tracer-max-source': z
    .int()
    .min(64)
    .default(65_536)
    .describe('Most bytes of one tracer in JavaScript; those of bundlers have 15,000.'),
  'max-trace-blocks': z
    .int()
    .min(1)
    .default(1000)
    .describe('Most blocks that one trace_filter executes again; it ends after a minute, however many they are.'),
  'txfee-cap': qorSetting.optional().meta({
    description:
      'Highest fee of a transaction that eth_sendRawTransaction accepts, in QOR; 0 = no limit. On development networks there is no limit unless it is set.',
    usualDefault: defaultFeeCap,
  }),
  'max-invalid-hybrid-transactions': most(
    600,
    'Most submissions of one client and minute whose post-quantum signature does not verify, at 0.2 ms each; further hybrid transactions of it are rejected until the next minute',
  ),
  'max-open-connections': z.int().min(0).default(0).describe('Most open WebSocket connections; 0 = no limit.'),
  ...interfaceOptions,
});

/** Section `[svm-rpc]`: the SVM-compatible interface. */
export const svmRpcOptions = z.strictObject({
  enable: z.boolean().default(true).describe('Serve the SVM-compatible interface.'),
  address: listenAddressSetting
    .refine(({ port }) => port < 65_535, 'must have a port below 65535, as subscriptions take the next one')
    .prefault('127.0.0.1:8899')
    .describe('Where HTTP listens, as host:port; subscriptions (WebSocket) take the next port.'),
  'enable-block-subscription': z
    .boolean()
    .default(false)
    .describe('Serve blockSubscribe, which sends whole blocks to every subscriber.'),
  'enable-vote-subscription': z
    .boolean()
    .default(false)
    .describe('Serve voteSubscribe, which sends every vote to every subscriber.'),
  'max-subscriptions': most(
    200_000,
    'Most subscriptions of all clients together (the last third for those with few), at about 1 kB each',
  ),
  'max-subscriptions-per-address': most(50_000, 'Most subscriptions of one client address'),
  'max-subscriptions-per-connection': most(10_000, 'Most subscriptions of one WebSocket connection'),
  ...interfaceOptions,
});

export type JsonRpcOptions = z.output<typeof jsonRpcOptions>;
export type SvmRpcOptions = z.output<typeof svmRpcOptions>;
