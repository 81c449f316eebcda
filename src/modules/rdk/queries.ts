import type { PlainData } from '../../kernel/codec/codec.ts';
import {
  attested,
  integer,
  listOf,
  measured,
  objectOf,
  oneOfTexts,
  parameter,
  text,
  withoutEffect,
} from '../../kernel/module-sdk/figures.ts';
import {
  indexParam,
  listQuery,
  notFound,
  type Page,
  type QueryContext,
  query,
  textParam,
} from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatTime } from '../../primitives/time.ts';
import type { StateView } from '../../state/types.ts';
import { type NumberedBatch, progressOf, statusOf } from './batches/batch-chain.ts';
import { isProven } from './escrow/escrow-rules.ts';
import {
  daBackends,
  profileNames,
  proofSystems,
  sequencerModes,
  settlementModes,
  vmTypes,
} from './profiles/profiles.ts';
import { batches, batchStatuses, type Rollup, rollupNamed, rollupStatuses, rollupsByCreation } from './records.ts';

const hex = 'hex without 0x; left out when empty';

const summaryProperties = {
  rollup_id: measured(text),
  status: measured(oneOfTexts(rollupStatuses)),
  settlement_type: parameter(oneOfTexts(settlementModes)),
  operator: measured(text, 'qor1…, who created it'),
  total_batches: measured(integer, 'ever submitted'),
  last_finalized_batch: measured(integer, 'number of the last final batch; 0 for none'),
  pending_batches: measured(integer, 'neither final nor rejected'),
  stake: parameter(
    text,
    'as given at creation less what was slashed; once stopped, what is not paid back yet; such as 10000000000uqor',
  ),
  created_at_height: measured(integer),
};

const listedProperties = {
  ...summaryProperties,
  profile: withoutEffect(
    'the name of what it was made from: its settings were copied at creation',
    oneOfTexts(profileNames),
  ),
  vm_type: withoutEffect('the rollup runs elsewhere: its creator states it', oneOfTexts(vmTypes)),
  da_backend: parameter(oneOfTexts(daBackends)),
  layer_id: measured(text, 'layer registered for it; left out when there is none'),
};

const bySequencer =
  'by the sequencer that submitted the batch; a proof or a challenge decides where the rollup has one';

const batchProperties = {
  rollup_id: measured(text),
  batch_index: measured(integer, 'from 1'),
  status: measured(oneOfTexts(batchStatuses)),
  state_root: attested(bySequencer, text, hex),
  prev_state_root: attested(bySequencer, text, hex),
  data_hash: measured(text, 'commitment of the blob with its data; left out when empty'),
  withdrawals_root: attested(bySequencer, text, hex),
  tx_count: attested('by the sequencer that submitted the batch; nothing checks it', integer),
  proof_type: parameter(oneOfTexts(proofSystems)),
  sequencer_mode: parameter(oneOfTexts(sequencerModes)),
  l1_block_range: measured(listOf(integer), '[from, to], heights; of based rollups'),
  submitted_at: measured(integer, 'height'),
  finalized_at: measured(integer, 'height; 0 when it is not final'),
  submitted_time: measured(text, 'RFC 3339'),
  finalized_time: measured(text, 'RFC 3339; left out when it has not come'),
  challenge_deadline: measured(text, 'RFC 3339, until when it can be challenged; left out otherwise'),
};

const rollupParam = textParam('rollupId', 'name of the rollup', 'my-rollup');

export const rollupQueries = [
  query('qor_getRollupStatus', 'Status of one rollup.', [rollupParam], objectOf(summaryProperties), ({ state }, id) =>
    summaryOf(state, id, existing(state, id)),
  ),
  listQuery(
    'qor_listRollups',
    'Rollups in the order in which they were created: all of them, or a part.',
    'rollup_id',
    listOf(objectOf(listedProperties)),
    readRollups,
  ),
  query(
    'qor_getSettlementBatch',
    'One batch of a rollup.',
    [rollupParam, indexParam('batchIndex', 'number of the batch, from 1')],
    objectOf(batchProperties),
    ({ state }, id, index) => {
      const rollup = existing(state, id);
      const batch = batches.get(state, id, index);
      if (batch === undefined) throw notFound(`rollup ${id} has no batch ${index}`);
      return batchView(state, id, rollup, { index, batch });
    },
  ),
];

function existing(state: StateView, id: string): Rollup {
  const rollup = rollupNamed(state, id);
  if (rollup === undefined) throw notFound(`no rollup ${id.slice(0, 100)}`);
  return rollup;
}

/** At most `most` rollups in the order of their creation, behind the one named `after`. */
function readRollups({ state }: QueryContext, after: string | undefined, most: number): Page {
  const start = after === undefined ? undefined : ([existing(state, after).created_height, after] as const);
  const items: PlainData[] = [];
  let last: string | undefined;
  for (const [[, id]] of rollupsByCreation.list(state, [], start && [...start])) {
    if (id === after) continue;
    if (items.length === most) return { items, last };
    items.push(listed(state, id, existing(state, id)));
    last = id;
  }
  return { items, last: undefined };
}

function summaryOf(state: StateView, id: string, rollup: Rollup) {
  const progress = progressOf(state, id);
  return {
    rollup_id: id,
    status: rollup.status,
    settlement_type: rollup.settlement_mode,
    operator: toBech32(rollup.creator),
    total_batches: progress.total_batches,
    last_finalized_batch: progress.last_finalized_batch,
    pending_batches: progress.chain_length - progress.finalized_length,
    stake: `${rollup.status === 'stopped' ? rollup.held_stake : rollup.stake_amount}uqor`,
    created_at_height: rollup.created_height,
  };
}

function listed(state: StateView, id: string, rollup: Rollup) {
  const { profile, vm_type, da_backend, layer_id } = rollup;
  const summary = summaryOf(state, id, rollup);
  return { ...summary, profile, vm_type, da_backend, ...(layer_id === '' ? {} : { layer_id }) };
}

function batchView(state: StateView, rollup_id: string, rollup: Rollup, numbered: NumberedBatch) {
  const { index, batch } = numbered;
  const status = statusOf(state, rollup_id, numbered);
  const hasWindow = rollup.settlement_mode === 'optimistic' || rollup.settlement_mode === 'zk';
  return {
    rollup_id,
    batch_index: index,
    status,
    state_root: hexOf(batch.state_root),
    prev_state_root: hexOf(batch.prev_state_root),
    data_hash: hexOf(batch.data_hash),
    withdrawals_root: hexOf(batch.withdrawals_root),
    tx_count: batch.tx_count,
    proof_type: proofTypeOf(rollup),
    sequencer_mode: rollup.sequencer_config.mode,
    l1_block_range: batch.l1_from === 0 ? undefined : [batch.l1_from, batch.submitted_at],
    submitted_at: batch.submitted_at,
    finalized_at: batch.finalized_at,
    submitted_time: formatTime(batch.submitted_time),
    finalized_time: batch.finalized_at === 0 ? undefined : formatTime(batch.finalized_time),
    challenge_deadline: hasWindow && status === 'submitted' ? formatTime(batch.due_time) : undefined,
  };
}

/** A zk rollup without a verification key settles as optimistic ones do. */
function proofTypeOf(rollup: Rollup): Rollup['proof_config']['system'] {
  return rollup.settlement_mode === 'zk' && !isProven(rollup) ? 'fraud' : rollup.proof_config.system;
}

function hexOf(bytes: Uint8Array): string | undefined {
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('hex');
}
