import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { nextNumber } from '../../kernel/module-sdk/next-number.ts';
import type { WorldState } from '../../state/types.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorDigestOf, anchorOf, anchorState, anchorTextOf } from './anchor-calls.ts';
import { anchorText } from './anchor-text.ts';
import { settleQueues } from './blocks.ts';
import { challengeAnchor } from './challenge-calls.ts';
import type { Dependencies } from './dependencies.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { takeMessages, waitingByLayer } from './message-calls.ts';
import { owedWei } from './owed.ts';
import { multilayerParams } from './params.ts';
import { multilayerQueries } from './queries.ts';
import {
  activeLayers,
  anchorDeadlines,
  anchors,
  type Layer,
  layers,
  messages,
  messageTimeouts,
  setLayer,
  stakeReleases,
  totalsRecord,
} from './records.ts';
import { registerPaychain, registerSidechain } from './registration-calls.ts';
import { bundledFeeOf, routeTransaction, routingStats } from './routing-calls.ts';
import { updateLayerStatus } from './status-calls.ts';

/** Lists the active layers of a genesis, and recounts those that are not decommissioned. */
function deriveRecords(state: WorldState): void {
  const all = [...layers.list(state)];
  const waiting = waitingByLayer(state);
  for (const [[id], layer] of all) setLayer(state, { ...layer, waiting_messages: waiting.get(id) ?? 0 }, id);
  const countOf = (type: Layer['layer_type']) =>
    all.filter(([, { layer_type, status }]) => layer_type === type && status !== 'decommissioned').length;
  const totals = totalsRecord.get(state);
  const counted = {
    sidechains: countOf('sidechain'),
    paychains: countOf('paychain'),
    next_message: nextNumber(
      totals.next_message,
      [...messages.list(state)].map(([[number]]) => number),
    ),
  };
  const { sidechains, paychains, next_message } = counted;
  if (sidechains !== totals.sidechains || paychains !== totals.paychains || next_message !== totals.next_message)
    totalsRecord.set(state, { ...totals, ...counted });
}

export const createMultilayer = (dependencies: Dependencies) =>
  defineModule({
    name: 'multilayer',
    address: multilayerAddress,
    doc: 'Sidechains and paychains: their registration, their states anchored here, and the routing of transactions to them.',
    params: multilayerParams,
    tables: [layers, anchors, messages, messageTimeouts, anchorDeadlines, stakeReleases],
    derivedTables: [activeLayers],
    singles: [totalsRecord],
    calls: [
      registerSidechain,
      registerPaychain,
      updateLayerStatus(dependencies),
      anchorState(dependencies),
      challengeAnchor,
      routeTransaction,
      takeMessages,
      anchorOf,
      anchorDigestOf,
      anchorTextOf,
      bundledFeeOf,
      routingStats,
    ],
    events: Object.values(events),
    queries: multilayerQueries,
    signedTexts: [anchorText],
    faults: fault,
    initGenesis: ({ state }) => deriveRecords(state),
    endBlock: settleQueues,
    pool: { account: multilayerAddress, owed: owedWei },
  });
