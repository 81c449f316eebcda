import type { DevelopmentControl } from '../development-control.ts';
import { clearOnRewind } from '../evm-common/clear-on-rewind.ts';
import type { EthDependencies } from '../evm-common/dependencies.ts';
import { FeeReader } from '../evm-common/fees/block-fees.ts';
import type { WaitForReceipt } from '../evm-common/receipt-wait.ts';
import type { Executor } from '../execution/executor.ts';
import type { Method, Methods } from '../method.ts';
import { accountMethods, impersonationMethods } from './account-methods.ts';
import { anvilReads } from './anvil-reads.ts';
import { blockRuleMethods, miningMethods, poolMethods } from './block-methods.ts';
import { forkMethods } from './fork-methods.ts';
import { infoMethods } from './info-methods.ts';
import { projectMethods } from './project-methods.ts';
import { reorganisationMethods } from './reorganisation-methods.ts';
import { Signers } from './signing/signers.ts';
import { sendWith, signingMethods } from './signing/signing-methods.ts';
import { snapshotMethods } from './snapshot-methods.ts';
import { Snapshots } from './snapshots.ts';
import { timeMethods } from './time-methods.ts';
import { tokenMethods } from './token-methods.ts';

/** Namespaces that only a development network serves, whatever the list in its configuration. */
export const developmentNamespaces = [
  'evm',
  'anvil',
  'hardhat',
  'tenderly',
  'personal',
  'debug',
  'trace',
  'ots',
  'admin',
];

/** The methods that Foundry and Hardhat expect from a development network; their parameters may come by name. */
export function developmentMethods(
  dependencies: EthDependencies,
  executor: Executor,
  control: DevelopmentControl,
  waitForReceipt: WaitForReceipt,
): Methods {
  const signers = new Signers(control.accounts, control.impersonatesAll, control.clientVersion);
  const snapshots = new Snapshots(control, dependencies.chain);
  const fees = clearOnRewind(dependencies.node, new FeeReader(dependencies.chain));
  const signing = { ...dependencies, fees, executor, waitForReceipt };
  const methods = {
    ...signingMethods(signing, signers),
    ...reorganisationMethods({ ...dependencies, control, send: sendWith(signing, signers) }),
    ...accountMethods(control),
    ...tokenMethods(control, executor),
    ...impersonationMethods(signers),
    ...miningMethods(control, dependencies, executor),
    ...blockRuleMethods(control),
    ...poolMethods(control, dependencies),
    ...timeMethods(control, dependencies),
    ...snapshotMethods(control, dependencies, snapshots, executor),
    ...forkMethods(control),
    ...infoMethods(control, signing, snapshots),
    ...projectMethods(control, dependencies),
    ...anvilReads(dependencies),
  };
  const each = Object.entries<Method>(methods).map(([name, method]): [string, Method] => [
    name,
    { ...method, acceptsNames: true },
  ]);
  return Object.fromEntries(each);
}
