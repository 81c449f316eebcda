import type { World } from '../world/world.ts';
import { limits } from './limits.ts';

const fixed = {
  'explorer.enable': 'false',
  'metrics.enable': 'false',
  'log.level': 'warn',
  'comet.process': 'external',
  'json-rpc.api': 'eth,web3,net,txpool,qor,debug,trace,ots',
  'comet.stall-timeout': '0s',
};

/** Settings that none of the answers depends on; the first of each when no process ends. */
const parts = {
  'json-rpc.execution-threads': ['2', '1', '0'],
  'storage.durable': ['auto', 'true'],
  'storage.cache-size': ['100663296', '8388608'],
  'consensus.block-thread-memory': ['512', '0'],
  'mempool.order': ['fees', 'fifo'],
} as const;

type Rhythm = Readonly<Record<'consensus.block-interval' | 'development.automine', string>>;

/** When a node without peers makes blocks: at once and after a pause, on demand, or by the clock. */
const rhythms: readonly [Rhythm, ...Rhythm[]] = [
  { 'consensus.block-interval': '2s', 'development.automine': 'true' },
  { 'consensus.block-interval': '0s', 'development.automine': 'true' },
  { 'consensus.block-interval': '500ms', 'development.automine': 'true' },
  { 'consensus.block-interval': '4s', 'development.automine': 'false' },
];

/** Probability that a limit is small, and that the pool is: a full one drops a transaction only when a better one comes. */
const isSmall = 0.2;
const isPoolSmall = 0.5;

/** What one process of a node is started with. */
export type Settings = ReturnType<typeof chooseSettings>;

/** Chooses settings, each for itself. Small limits and other rhythms belong to clients that behave badly, where nobody has blocks made. */
export function chooseSettings(world: World) {
  const { profile, hasSmallBlocks } = world;
  const isRude = profile.clientsAreRude && !world.isDeveloped;
  const pick = <T>(name: string, values: readonly [T, ...T[]], isChosen: boolean): T =>
    isChosen ? world.randomOf(name).pick(values) : values[0];
  const isKilled = profile.faults.kill !== undefined;
  const chosen = Object.entries(parts).map(([name, values]) => [name, pick(name, values, isKilled)]);
  const isChosen = ([name]: (typeof limits)[number]) =>
    world.randomOf(name).chance(name === 'mempool.max-transactions' ? isPoolSmall : isSmall);
  const small = isRude ? limits.filter(isChosen) : [];
  const hasAllSenders = small.every(([name]) => name !== 'http.max-connections'); // else nobody may cause a block
  const hasRhythm = isRude && hasAllSenders && !hasSmallBlocks && world.randomOf('rhythm').chance(0.5);
  const rhythm = pick('rhythm', rhythms, hasRhythm);
  const interval = rhythm['consensus.block-interval'];
  const flags: Readonly<Record<string, string>> = {
    ...fixed,
    ...rhythm,
    ...Object.fromEntries(chosen),
    ...Object.fromEntries(small),
  };
  return {
    flags,
    /** limits that are small */
    small: small.map(([name]) => name),
    /** transactions that wait at most */
    poolLimit: Number(flags['mempool.max-transactions'] ?? Number.POSITIVE_INFINITY),
    /** milliseconds after which a node without peers makes an empty block; 0: it makes none */
    emptyBlockMs: Number.parseInt(interval, 10) * (interval.endsWith('ms') ? 1 : 1_000),
  };
}
