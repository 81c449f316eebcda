import { withDiscovery } from '../dispatch/openrpc.ts';
import type { Methods } from '../types.ts';
import type { SvmDependencies } from './dependencies.ts';
import { accountMethods } from './methods/account-methods.ts';
import { blockMethods } from './methods/block-methods.ts';
import { feeMethods } from './methods/fee-methods.ts';
import { historyMethods } from './methods/history-methods.ts';
import { inflationMethods } from './methods/inflation-methods.ts';
import { leaderMethods } from './methods/leader-methods.ts';
import { nodeMethods } from './methods/node-methods.ts';
import { programMethods } from './methods/program-methods.ts';
import { slotMethods } from './methods/slot-methods.ts';
import { stakeMethods } from './methods/stake-methods.ts';
import { submissionMethods } from './methods/submission-methods.ts';
import { supplyMethods } from './methods/supply-methods.ts';
import { tokenMethods } from './methods/token-methods.ts';
import { transactionMethods } from './methods/transaction-methods.ts';
import { svmVersion } from './version.ts';

/** Every method of the SVM interface, and the description of them. */
export function svmMethods(parts: SvmDependencies): Methods {
  const { chain } = parts;
  const methods = {
    ...nodeMethods(parts),
    ...accountMethods(parts),
    ...programMethods(parts),
    ...tokenMethods(parts),
    ...supplyMethods(chain),
    ...inflationMethods(chain),
    ...stakeMethods(chain),
    ...leaderMethods(parts),
    ...slotMethods(chain),
    ...feeMethods(chain),
    ...historyMethods(chain),
    ...transactionMethods(chain),
    ...blockMethods(chain),
    ...submissionMethods(),
  };
  return withDiscovery(methods, {
    title: 'qord: SVM-compatible interface',
    version: svmVersion,
    description:
      'JSON-RPC 2.0 over HTTP; subscriptions over WebSocket on the port above. Amounts are lamports: QOR has 9 decimals here.',
  });
}
