import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { bridgeAddress } from '../addresses.ts';
import { balanceOf, transfer } from './asset-calls.ts';
import { attest } from './attestation-calls.ts';
import { executeDue } from './blocks.ts';
import { resetCircuitBreaker, tripCircuitBreaker } from './breaker-calls.ts';
import { updateChainConfig } from './chain-calls.ts';
import { addGenesisChains } from './chain-catalog.ts';
import { challengeOperation, resolveChallenge } from './challenge-calls.ts';
import { deposit, depositId } from './deposit-calls.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { limitsOf, setTransferLimits } from './limit-calls.ts';
import { operationOf, retryOperation } from './operation-calls.ts';
import { bridgeParams } from './params.ts';
import { bridgeQueries } from './queries.ts';
import * as records from './records.ts';
import type { Roles } from './roles.ts';
import { registerValidator, setValidatorStatus } from './validator-calls.ts';
import { setVerifierBootstrap } from './verifier-calls.ts';
import { type ChargeFee, withdraw } from './withdrawal-calls.ts';

export function createBridge(roles: Roles, chargeFee: ChargeFee): NativeModule {
  return defineModule({
    name: 'bridge',
    address: bridgeAddress,
    doc: 'Assets of other chains, here and back: attested by validators, within limits, behind a circuit breaker.',
    params: bridgeParams,
    tables: [
      records.chains,
      records.limiters,
      records.validators,
      records.operations,
      records.attestations,
      records.sources,
      records.totals,
      records.balances,
      records.due,
      records.committees,
    ],
    singles: [records.countersRecord],
    calls: [
      deposit(roles),
      withdraw(chargeFee),
      transfer,
      attest(roles),
      retryOperation(roles),
      challengeOperation(roles),
      resolveChallenge(roles),
      registerValidator(roles),
      setValidatorStatus(roles),
      updateChainConfig(roles),
      setTransferLimits(roles),
      setVerifierBootstrap(roles),
      tripCircuitBreaker(roles),
      resetCircuitBreaker(roles),
      balanceOf,
      depositId,
      operationOf,
      limitsOf,
    ],
    events: Object.values(events),
    queries: bridgeQueries,
    faults: fault,
    initGenesis: ({ state }) => addGenesisChains(state),
    endBlock: executeDue,
  });
}
