import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, flag, fraction, oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct, withFallback } from '../../kernel/codec/structures.ts';
import { blockHeight, countIn, dueHeight, unixTime, uqorAmount, uqorSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { lastTextKey, numberKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import type { StateView } from '../../state/types.ts';
import { rdkAddress } from '../addresses.ts';
import {
  daBackends,
  gasModels,
  profileNames,
  proofSystems,
  sequencerModes,
  settlementModes,
  vmTypes,
} from './profiles/profiles.ts';

/** Numbers 10 to 14 and 18 are used by the blobs. */
const { table, single } = recordsOf(rdkAddress);

export const rollupStatuses = ['pending', 'active', 'paused', 'stopped'] as const;
export type RollupStatus = (typeof rollupStatuses)[number];
export const batchStatuses = ['submitted', 'challenged', 'finalized', 'rejected'] as const;
export type BatchStatus = (typeof batchStatuses)[number];

const sequencerConfig = struct({
  mode: oneOf(...sequencerModes),
  /** who may submit batches; none when based: then the validators of this chain and the creator may */
  sequencers: list(account),
  shared_set_min_size: count,
  /** blocks */
  inclusion_delay: count,
  priority_fee_share: fraction,
});
const gasConfig = struct({ gas_model: oneOf(...gasModels), base_gas_price: fraction, max_gas_limit: count });
const proofConfig = struct({
  system: oneOf(...proofSystems),
  /** Groth16 over BLS12-381; empty for none */
  verification_key: blob,
  challenge_window_sec: countIn('seconds'),
  challenge_bond: uqorAmount,
  /** bytes */
  max_proof_size: count,
  recursion_depth: count,
});

const rollup = struct({
  creator: account,
  profile: oneOf(...profileNames),
  settlement_mode: oneOf(...settlementModes),
  sequencer_config: sequencerConfig,
  da_backend: oneOf(...daBackends),
  block_time_ms: count,
  max_tx_per_block: count,
  gas_config: gasConfig,
  vm_type: oneOf(...vmTypes),
  proof_config: proofConfig,
  status: oneOf(...rollupStatuses),
  /** why it is paused; empty otherwise */
  status_reason: text,
  /** uqor, as given at creation, less what was slashed */
  stake_amount: uqorAmount,
  /** uqor of the stake held by the module: what was not burned, until the rollup stops */
  held_stake: uqorAmount,
  /** empty when it could not be registered as a layer */
  layer_id: text,
  created_height: blockHeight,
  created_at: unixTime,
});
export type Rollup = DecodedBy<typeof rollup>;

/**
 * How far a rollup has come. Its valid batches are a chain, each on the state of the one before: a rejected batch and
 * all after it are removed from the chain, and the next one takes their position, but never their index.
 */
const progress = struct({
  /** batches ever submitted, and the index of the last */
  total_batches: count,
  /** batches in the chain, and of them those that are final */
  chain_length: count,
  finalized_length: count,
  /** index; 0 for none */
  last_finalized_batch: count,
  /** key in `window_end`; 0 when nothing waits for its time */
  due_time: unixTime,
  /** key in `inclusion_due`; 0 when nothing waits for its height */
  due_height: dueHeight,
  /** uqor deposited and not withdrawn */
  escrow: uqorAmount,
  deposits: count,
});
export type Progress = DecodedBy<typeof progress>;

const batch = struct({
  /** position in the chain, from 1 */
  position: count,
  state_root: blob,
  prev_state_root: blob,
  tx_count: count,
  /** SHA-256 of the blob with its data; empty for none */
  data_hash: blob,
  /** empty for none */
  withdrawals_root: blob,
  submitter: account,
  /** heights of this chain that a based batch covers: from here to `submitted_at` */
  l1_from: blockHeight,
  submitted_at: blockHeight,
  submitted_time: unixTime,
  /** seconds since 1970 from which it may become final, when it has a challenge window; 0 otherwise */
  due_time: unixTime,
  /** height from which it becomes final, when it is based; 0 otherwise */
  due_height: dueHeight,
  /** height, and seconds since 1970; 0 when it is not final */
  finalized_at: blockHeight,
  finalized_time: unixTime,
  /** Status as stored: a batch after a rejected one is rejected too, see `statusOf` */
  status: oneOf(...batchStatuses),
});
export type Batch = DecodedBy<typeof batch>;

const challenge = struct({
  challenger: account,
  bond: uqorAmount,
  proof: blob,
  challenged_at: unixTime,
});
export type Challenge = DecodedBy<typeof challenge>;

export const rollupId = textKey('rollup_id', 'name of the rollup');
const batchIndex = numberKey('batch_index', 'number of the batch, from 1');
export const rollups = table(1, 'rollup', 'Rollups and how they are set up.', [rollupId], rollup);
export const progresses = table(2, 'progress', 'How far each rollup has come.', [rollupId], progress);
export const batches = table(3, 'batch', 'Batches of rollups.', [rollupId, batchIndex], batch);
export const batchesByPosition = table(
  4,
  'chain',
  'Indexes of the valid batches by their place in the chain of the rollup.',
  [rollupId, numberKey('position', 'place, from 1')],
  count,
);
export const proofs = table(5, 'proof', 'Validity proofs as they came with batches.', [rollupId, batchIndex], blob);
export const challenges = table(6, 'challenge', 'Open challenges.', [rollupId, batchIndex], challenge);
export const windowEnds = table(
  7,
  'window_end',
  'Rollups by the time at which the challenge window of their next batch ends.',
  [numberKey('time', 'seconds since 1970'), rollupId],
  flag,
);
export const inclusionHeights = table(
  8,
  'inclusion_due',
  'Based rollups by the height at which their next batch becomes final.',
  [numberKey('height', 'block height'), rollupId],
  flag,
);
export const withdrawals = table(
  9,
  'withdrawal',
  'Withdrawals that are paid.',
  [rollupId, batchIndex, numberKey('withdrawal_index', 'number of the leaf, from 0')],
  struct({ recipient: account, amount: uqorAmount, paid_at: blockHeight }),
);
export const deposits = table(
  15,
  'deposit',
  'Deposits to rollups, until they are refunded.',
  [rollupId, numberKey('deposit_index', 'number of the deposit, from 1')],
  struct({
    sender: account,
    amount: uqorAmount,
    height: blockHeight,
    /** seconds since 1970 */
    made_at: withFallback(unixTime, 0),
    /** Hash of it and all before it */
    chained_hash: withFallback(blob, emptyBytes),
  }),
);
export const depositCountsByBatch = table(
  16,
  'deposits_before',
  'How many deposits were made before a batch was submitted; without a row, none.',
  [rollupId, batchIndex],
  count,
);
export const challengeDeadlines = table(
  17,
  'challenge_deadline',
  'Open challenges by the time at which they must be decided.',
  [numberKey('time', 'seconds since 1970'), rollupId, batchIndex],
  /** the time at which it was made, in seconds since 1970: a row whose challenge was decided, or made again later, has no effect */
  count,
);
export const exitRoots = table(
  21,
  'exit_root',
  'Roots of the last withdrawals of stopped rollups, as the authority has decided them.',
  [rollupId],
  blob,
);
/** Follows from the rollups; their genesis does not list it. */
export const rollupsByCreation = table(
  19,
  'rollup_by_creation',
  'Rollups in the order in which they were created.',
  [numberKey('created_height', 'height'), lastTextKey('rollup_id', 'name of the rollup')],
  flag,
);
/** Follows from the deposits. */
export const depositSums = table(
  22,
  'deposit_sum',
  'Sums of the deposits to a rollup up to each of them.',
  [rollupId, numberKey('deposit_index', 'number of the deposit, from 1')],
  uqorSum,
);
/** Follows from the withdrawals. */
export const withdrawnSums = table(23, 'withdrawn', 'Sums of what was withdrawn from rollups.', [rollupId], uqorSum);
export const totalsRecord = single(20, 'totals', 'Rollups that are not stopped.', struct({ live: count }), { live: 0 });

/** Longest name of a rollup, in bytes. */
const maxRollupIdBytes = 64;

/** The rollup of that name; undefined for any other text. */
export function rollupNamed(state: StateView, id: string): Rollup | undefined {
  return Buffer.byteLength(id) > maxRollupIdBytes ? undefined : rollups.get(state, id);
}
