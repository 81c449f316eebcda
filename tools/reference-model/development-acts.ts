import assert from 'node:assert/strict';
import { parseAddress } from '#qord/primitives/address.ts';
import { type Hash, hashFromBytes } from '#qord/primitives/hash.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { type Amendment, amendmentOf, setBalance, setChain } from './amendments.ts';

/** A request, by the method's name without the prefix of a tool when it has several, and a check of its result. */
export type Step = readonly [method: string, params: readonly unknown[], check?: (result: never) => unknown];

/** Heights of the newest block that may be left when blocks are removed; the lower one also when they are not yet all. */
export type GoesBackTo = (from: number) => readonly [least: number, most: number];

/** What a developer does to a network in one batch, and what must come of it. */
export type Act = {
  readonly what: (typeof actNames)[number];
  readonly steps: readonly Step[];
  /** changes of the state, in order */
  readonly amendments?: readonly Amendment[];
  readonly goesBackTo?: GoesBackTo;
};

export const actNames = [
  'blocks are made on demand',
  'blocks come on demand only',
  'blocks come by themselves again',
  'blocks are removed',
  'blocks are replaced',
  'a snapshot is taken',
  'a chain goes back to a snapshot',
  'a snapshot is gone',
  'the state is changed',
  'time is moved',
  'the time of a block is set',
  'the fee of a block is set',
  'the randomness of a block is set',
  'the gas of blocks is limited',
  'blocks have a distance',
  'the clock is set',
  'the chain id changes',
  'a network begins again',
  'somebody else proposes',
  'a transaction is dropped',
  'an account is impersonated',
] as const;

export type Block = Readonly<
  Record<'number' | 'timestamp' | 'hash' | 'parentHash' | 'miner' | 'gasLimit' | 'mixHash' | 'baseFeePerGas', string>
>;

/** Seconds by which time is moved at most: to what is due soon, in days, and in a year. */
const mostSeconds = [400, 400_000, 40_000_000] as const;
/** Seconds that blocks with a distance do not catch up with, also when the process is killed that should end it. */
const aheadSeconds = 20_000;
/** Ends the distance of blocks that a killed process has left. */
const byTheClock: Step = ['removeBlockTimestampInterval', []];
/** Seconds that a clock may have gone on when a block is made after it was set. */
const clockSeconds = 10;
/** Gas of a block that the largest transaction of a client fits into. */
const leastGas = 8_000_000;
const genesisId = 9800n;
/** Wei per gas at most. */
const mostFee = 10 ** 12;
/** Accounts that nobody else knows; the last one sends nothing, so that its nonce may be any. */
const senders = ['d0', 'd1', 'd2'].map((byte) => parseAddress(`0x${byte.repeat(20)}`)) as [
  ReturnType<typeof accountOf>,
];
const stranger = parseAddress(`0x${'d3'.repeat(20)}`);

export function mineBlocks(random: Random): Act {
  const count = 1 + random.below(3);
  const method = random.pick(['evm_mine', 'anvil_mine', 'hardhat_mine'] as const);
  let before = 0;
  const steps: readonly Step[] = [
    ['eth_blockNumber', [], (at: string) => (before = Number(at))],
    [method, method === 'evm_mine' ? [{ blocks: count }] : [quantity(count)]],
    ['eth_blockNumber', [], (at: string) => assert.ok(Number(at) >= before + count, `${method} makes ${count} blocks`)],
  ];
  return { what: 'blocks are made on demand', steps };
}

/** Sets something, and reads it in the same batch. */
export function changeState(random: Random): Act {
  const amendments = Array.from({ length: 1 + random.below(3) }, () => amendmentOf(random, stranger));
  return { what: 'the state is changed', steps: amendments.flatMap(stepsOf), amendments };
}

/** Time moves on: what was due in days happens. */
export function moveTime(random: Random): Act {
  const seconds = random.below(random.pick(mostSeconds));
  let before = 0;
  const isLater = ({ timestamp }: Block) => assert.ok(Number(timestamp) >= before + seconds, 'increaseTime moves time');
  const steps: readonly Step[] = [
    ['eth_getBlockByNumber', ['latest', false], ({ timestamp }: Block) => (before = Number(timestamp))],
    byTheClock,
    ['increaseTime', [seconds]],
    ['evm_mine', []],
    ['eth_getBlockByNumber', ['latest', false], isLater],
  ];
  return { what: 'time is moved', steps };
}

const newest = ['latest', false] as const;

/** Sets something of the next block, and makes one: another one may come between the requests, and gets it. */
function setNext(what: Act['what'], set: Step, check: (block: Block, isNext: boolean) => void): Act {
  let before = 0;
  const steps: readonly Step[] = [
    ['eth_blockNumber', [], (at: string) => (before = Number(at))],
    set,
    ['evm_mine', []],
    ['eth_getBlockByNumber', newest, (block: Block) => check(block, Number(block.number) === before + 1)],
  ];
  return { what, steps };
}

/** Sets the time of the next block, or of the clock. `from`: a time of now. */
export function setTime(random: Random, from: number): Act {
  const time = from + 1_000 + random.below(random.pick(mostSeconds));
  const [what, method, lateSeconds] = random.pick([
    ['the time of a block is set', 'setNextBlockTimestamp', 0],
    ['the clock is set', 'setTime', clockSeconds],
  ] as const);
  const act = setNext(what, [method, [time]], ({ timestamp }, isNext) => {
    const late = Number(timestamp) - time;
    assert.ok(
      late >= 0 && (late <= lateSeconds || !isNext),
      `${method} sets the time ${time}, not ${Number(timestamp)}`,
    );
  });
  return { ...act, steps: [byTheClock, ...act.steps] };
}

/** Has each block come so many seconds after the one before it, for two of them at least, behind a clock that is far ahead. */
export function setDistance(random: Random): Act {
  const seconds = 1 + random.below(20);
  let first: Block | undefined;
  const areApart = ({ number, timestamp }: Block) => {
    const [blocks, passed] = [Number(number) - Number(first?.number), Number(timestamp) - Number(first?.timestamp)];
    assert.equal(passed, seconds * blocks, `blocks have a distance of ${seconds} s`);
  };
  const steps: readonly Step[] = [
    ['increaseTime', [aheadSeconds]],
    ['setBlockTimestampInterval', [seconds]],
    ['evm_mine', []],
    ['eth_getBlockByNumber', newest, (block: Block) => (first = block)],
    ['evm_mine', []],
    ['eth_getBlockByNumber', newest, areApart],
    ['removeBlockTimestampInterval', [], (wasSet: boolean) => assert.equal(wasSet, true)],
  ];
  return { what: 'blocks have a distance', steps };
}

/** Limits the gas of all further blocks; `note` gets the limit. */
export function setGasLimit(random: Random, note: (gas: bigint) => void): Act {
  const gas = leastGas + random.below(leastGas);
  note(BigInt(gas));
  const check = ({ gasLimit }: Block) => assert.equal(Number(gasLimit), gas, 'the gas of blocks is limited');
  return setNext('the gas of blocks is limited', ['setBlockGasLimit', [quantity(gas)]], check);
}

/** Sets PREVRANDAO of the next block; `note` gets it. */
export function setRandomness(random: Random, note: (value: Hash) => void): Act {
  const value = hashFromBytes(random.bytes(32));
  note(value);
  return setNext('the randomness of a block is set', ['setPrevRandao', [value]], ({ mixHash }, isNext) =>
    assert.ok(!isNext || mixHash === value, 'the randomness of a block is set'),
  );
}

/** Removes so many blocks, or replaces them by others, one of which may have a transaction of its own. */
export function removeBlocks(random: Random, depth: number): Act {
  const payment = { from: accountOf(6), to: accountOf(7), value: '0x1' };
  const goesBackTo: GoesBackTo = (from) => [from - depth, from - depth];
  if (random.chance(0.6)) return { what: 'blocks are removed', steps: [['rollback', [depth]]], goesBackTo };
  const placed = random.chance(0.5) ? [[payment, random.below(depth)]] : [];
  return { what: 'blocks are replaced', steps: [['reorg', [depth, placed]]], goesBackTo };
}

/** Goes back to the genesis, with an empty pool. */
export function reset(): Act {
  return { what: 'a network begins again', steps: [['reset', []]], goesBackTo: () => [0, 0] };
}

/** Has an account propose all further blocks. */
export function setProposer(random: Random): Act {
  const account = accountOf(random.below(10));
  return setNext('somebody else proposes', ['setCoinbase', [account]], ({ miner }) => assert.equal(miner, account));
}

/** Another chain id, taken back by setting it again, or by the snapshot with this id; `height`: of now. */
export function changeChainId(random: Random, snapshot: number | undefined, height: number): Act {
  const what = 'the chain id changes';
  const other = setChain(BigInt(1 + random.below(1_000)));
  const amendments = snapshot === undefined ? [other, setChain(genesisId)] : [other];
  const steps = amendments.flatMap(stepsOf);
  if (snapshot === undefined) return { what, steps, amendments };
  let before = ''; // blocks may have been removed to one at which a change had not been taken back
  const isUndone = (found: string) => assert.equal(found, before, 'a revert undoes the chain id');
  const reverting: readonly Step[] = [
    ['revert', [quantity(snapshot)], (result: boolean) => assert.equal(result, true)],
    ['eth_chainId', [], isUndone],
  ];
  const first: readonly Step[] = [
    ['eth_chainId', [], (found: string) => (before = found)],
    ['snapshot', []],
  ];
  return { what, steps: [...first, ...steps, ...reverting], amendments, goesBackTo: (from) => [height, from] };
}

/** Removes what waits. `hash`: only this one; else all, or those of one account */
export function drop(random: Random, hash: string | undefined): Act {
  const what = 'a transaction is dropped';
  const all: Step = ['dropAllTransactions', []];
  const ofOne: Step = ['removePoolTransactions', [accountOf(random.below(9))]];
  if (hash === undefined) return { what, steps: [random.pick([all, ofOne])] };
  let isDropped = false;
  const isGone = (found: unknown) => assert.ok(!isDropped || found === null, `${hash} was dropped`);
  const steps: readonly Step[] = [
    ['dropTransaction', [hash], (result: unknown) => (isDropped = result === true || result === hash)],
    ['eth_getTransactionByHash', [hash], isGone],
  ];
  return { what, steps };
}

/** Pays from an account without its key. */
export function impersonate(random: Random): Act {
  const from = random.pick(senders);
  const given = setBalance(from, 10n ** 22n);
  const payment = { from, to: accountOf(random.below(8)), value: quantity(random.below(1_000_000)), gas: '0x5208' };
  const steps: readonly Step[] = [
    ...stepsOf(given),
    ['impersonateAccount', [from]],
    ['eth_sendTransaction', [payment], (hash: string) => assert.match(hash, /^0x[0-9a-f]{64}$/)],
    ['stopImpersonatingAccount', [from]],
  ];
  return { what: 'an account is impersonated', steps, amendments: [given] };
}

/** Has blocks come by themselves, or on demand only. */
export function setAutomine(isOn: boolean): Act {
  const isSet = (result: boolean) => assert.equal(result, isOn, 'automine is as it was set');
  const steps: readonly Step[] = [
    ['setAutomine', [isOn]],
    ['anvil_setIntervalMining', [isOn ? 2 : 0]],
    ['getAutomine', [], isSet],
  ];
  return { what: isOn ? 'blocks come by themselves again' : 'blocks come on demand only', steps };
}

/** `note` gets the base fee. */
export function setFee(random: Random, note: (wei: bigint) => void): Act {
  const wei = 1 + random.below(mostFee);
  note(BigInt(wei));
  return { what: 'the fee of a block is set', steps: [['setNextBlockBaseFeePerGas', [quantity(wei)]]] };
}

function stepsOf({ method, params, read }: Amendment): readonly Step[] {
  const step: Step = [method, params];
  if (read === undefined) return [step];
  const [reading, of, expected] = read;
  return [step, [reading, of, (found: string) => assert.equal(found, expected, `${reading} after ${method}`)]];
}
