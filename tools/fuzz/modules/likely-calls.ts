import type { NetworkIdentity } from '#qord/kernel/module-sdk/signed-text.ts';
import { governanceAddress } from '#qord/modules/addresses.ts';
import { nextProposalRecord, options, standings } from '#qord/modules/governance/records.ts';
import { validators } from '#qord/modules/staking/records.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import type { StateView } from '#qord/state/types.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { keyWithProof, testConsensusKey } from '#qord/testing/signing/consensus-keys.ts';

/** A call of a module that mostly succeeds, with the wei that come with it. */
export type LikelyCall = {
  readonly module: string;
  readonly name: string;
  readonly inputs: AbiRecord;
  readonly value?: bigint;
};

const uqorPerQor = 1_000_000n;
const weiPerQor = 10n ** 18n;
/** Accounts that exist on the SVM side only, in base58. */
export const svmKeys: readonly [string, ...string[]] = [
  '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM',
  '4Nd1mBQtrMJVYVfKf2PJy9NZUZdTAsp7D4xWLs4gDB4T',
];

/** What accounts do with their coins: stake, lock, deposit, vote, pay, found layers and rollups, and take all of it back. */
export function likelyCall(random: Random, state: StateView, contract: string | undefined): LikelyCall {
  const operators = [...validators.list(state)].map(([[operator]]) => operator);
  const voting = [...standings.list(state)].flatMap(([[id], { status }]) => (status === 'voting' ? [BigInt(id)] : []));
  const uqor = (most: number) => BigInt(1 + random.below(most)) * uqorPerQor + BigInt(random.below(1_000_000));
  const validator = () => random.pick([accountOf(0), ...operators]);
  const to = accountOf(random.below(10));
  const newest = nextProposalRecord.get(state);
  const proposal = BigInt(Math.max(1, newest - 1 - random.below(4)));
  const name = `n${random.below(6)}`;
  const texts = { title: 'A title', summary: 'What and why' };
  const calls: readonly (readonly [number, () => LikelyCall])[] = [
    [8, () => call('staking', 'delegate', { validator: validator(), amount: uqor(2_000) })],
    [6, () => call('staking', 'undelegate', { validator: validator(), amount: uqor(500) })],
    [2, () => call('staking', 'redelegate', { from: validator(), to: validator(), amount: uqor(200) })],
    [8, () => call('distribution', 'withdrawRewards', { validator: validator() })],
    [3, () => call('distribution', 'withdrawIncome', {})],
    [8, () => call('xqore', 'lock', { amount: uqor(1_000) })],
    [5, () => call('xqore', 'unlock', { amount: uqor(400) })],
    [3, () => call('xqore', 'claim', {})],
    [4, () => call('bank', 'send', { to, amount: uqor(50), memo: 'rent' })],
    [3, () => call('bank', 'sendValue', { to }, BigInt(random.below(1_000_000)))],
    [4, () => call('svm', 'deposit', { account: random.pick(svmKeys) }, weiPerQor)],
    [4, () => call('governance', 'proposeText', { ...texts, deposit: uqor(12_000) })],
    [3, () => call('governance', 'deposit', { proposal, amount: uqor(4_000) })],
    [
      voting.length > 0 ? 20 : 1,
      () => call('governance', 'vote', { proposal: random.pick([proposal, ...voting]), option: random.pick(options) }),
    ],
    [4, () => call('governance', 'reclaim', { proposal })],
    [2, () => call('rdk', 'createRollup', { rollupId: name, profile: 'defi', stake: 10_000n * uqorPerQor, vm: 'evm' })],
    [1, () => call('rdk', 'deposit', { rollupId: name, amount: uqor(10), recipient: random.bytes(20) })],
    [3, () => call('rdk', 'stopRollup', { rollupId: name })],
    [2, () => call('multilayer', 'registerPaychain', paychain(name))],
    [3, () => call('authority', 'spendTreasury', { to, amount: 1n })],
    [2, () => call('authority', 'moveAuthority', { to: governanceAddress })], // from then on there are proposals
    [1, () => call('gasabstraction', 'addLiquidity', {}, weiPerQor)],
    [2, () => call('crossvm', 'call', message(contract ?? to, uqor(3)))],
  ];
  return random.pickWeighted(calls)();
}

/** The account becomes a validator, whose key nobody signs with. */
export function createValidatorCall(account: number, network: NetworkIdentity): LikelyCall {
  const proven = keyWithProof(testConsensusKey(account), accountOf(account), network);
  const terms = { moniker: 'north', commission: 500n, amount: 200_000n * uqorPerQor };
  return call('staking', 'createValidator', { ...proven, ...terms });
}

function call(module: string, name: string, inputs: AbiRecord, value = 0n): LikelyCall {
  return { module, name, inputs, value };
}

function paychain(layerId: string): AbiRecord {
  const limits = { maxTransactionsPerBlock: 100n, settlementIntervalBlocks: 10n, baseFeeMultiplier: 10n ** 17n };
  return { layerId, description: 'small payments', ...limits };
}

function message(targetContract: string, funds: bigint): AbiRecord {
  return { sourceVm: 'cosmwasm', targetVm: 'evm', targetContract, payload: new Uint8Array([7]), funds };
}
