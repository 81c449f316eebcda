import { withDiscovery } from '../dispatch/openrpc.ts';
import type { Methods } from '../method.ts';
import type { SvmDependencies } from '../svm/dependencies.ts';
import { accountMethods } from '../svm/methods/account-methods.ts';
import { blockMethods } from '../svm/methods/block-methods.ts';
import { deprecatedMethods } from '../svm/methods/deprecated-methods.ts';
import { feeMethods } from '../svm/methods/fee-methods.ts';
import { historyMethods } from '../svm/methods/history-methods.ts';
import { inflationMethods } from '../svm/methods/inflation-methods.ts';
import { leaderMethods } from '../svm/methods/leader-methods.ts';
import { nodeMethods } from '../svm/methods/node-methods.ts';
import { programMethods } from '../svm/methods/program-methods.ts';
import { slotMethods } from '../svm/methods/slot-methods.ts';
import { stakeMethods } from '../svm/methods/stake-methods.ts';
import { submissionMethods } from '../svm/methods/submission-methods.ts';
import { supplyMethods } from '../svm/methods/supply-methods.ts';
import { tokenMethods } from '../svm/methods/token-methods.ts';
import { transactionMethods } from '../svm/methods/transaction-methods.ts';
import { svmVersion } from '../svm/version.ts';

/** Every method of the SVM interface, and the description of them. */
export function svmMethods(dependencies: SvmDependencies): Methods {
  const { chain, node } = dependencies;
  const methods = {
    ...nodeMethods(dependencies),
    ...accountMethods(dependencies),
    ...programMethods(dependencies),
    ...tokenMethods(dependencies),
    ...supplyMethods(chain, node.mainThread),
    ...inflationMethods(chain),
    ...stakeMethods(dependencies),
    ...leaderMethods(dependencies),
    ...slotMethods(dependencies),
    ...feeMethods(dependencies),
    ...historyMethods(chain),
    ...transactionMethods(dependencies),
    ...blockMethods(dependencies),
    ...submissionMethods(),
  };
  return withDiscovery(
    { ...methods, ...deprecatedMethods(methods, dependencies) },
    {
      title: 'qord: SVM-compatible interface',
      version: svmVersion,
      description:
        'JSON-RPC 2.0 over HTTP; subscriptions over WebSocket on the port above. Amounts are lamports: QOR has 9 decimals here.',
    },
  );
}
