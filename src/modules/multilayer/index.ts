import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { multilayerAddress } from '../addresses.ts';
import { anchorDigestOf, anchorOf, anchorState, anchorTextOf } from './anchor-calls.ts';
import { anchorText } from './anchor-text.ts';
import { settleQueues } from './blocks.ts';
import { challengeAnchor } from './challenge-calls.ts';
import type { Dependencies } from './dependencies.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { takeMessages } from './message-calls.ts';
import { owedWei } from './owed.ts';
import { multilayerParams } from './params.ts';
import { multilayerQueries } from './queries.ts';
import {
  activeLayers,
  anchorDeadlines,
  anchors,
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

/** The module of layers: registration, anchors, challenges and routing. */
export function createMultilayer(dependencies: Dependencies): NativeModule {
  return defineModule({
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
    initGenesis: ({ state }) => {
      for (const [[id], layer] of [...layers.list(state)]) setLayer(state, layer, id);
    },
    endBlock: settleQueues,
    pool: { account: multilayerAddress, owed: owedWei },
  });
}
