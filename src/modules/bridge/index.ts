import { defineModule, type Precompile } from '../../kernel/module-sdk/define-module.ts';
import { bridgeAddress } from '../addresses.ts';
import { balanceOf, tokenAddressOf, transfer } from './asset-calls.ts';
import { assetLimitsOf, setAssetLimits } from './asset-limit-calls.ts';
import { attest, attestationDigestOf } from './attestation-calls.ts';
import { executeDue } from './blocks.ts';
import { resetCircuitBreaker, tripCircuitBreaker } from './breaker-calls.ts';
import { updateChainConfig } from './chain-calls.ts';
import { addGenesisChains } from './chain-catalog.ts';
import { challengeOperation, resolveChallenge } from './challenge-calls.ts';
import type { Dependencies } from './dependencies.ts';
import { deposit, depositId } from './deposit-calls.ts';
import * as events from './events.ts';
import { fault } from './faults.ts';
import { countRecords } from './genesis.ts';
import { limitsOf, setTransferLimits } from './limit-calls.ts';
import { operationOf, retryOperation } from './operation-calls.ts';
import { bridgeParams } from './params.ts';
import { bridgeQueries } from './queries.ts';
import * as records from './records.ts';
import { attestationText, depositText, withdrawalText } from './signed-messages.ts';
import { tokenCalls } from './token-calls.ts';
import { tokenApprovalEvent, tokenTransferEvent } from './token-events.ts';
import { addGenesisTokens, firstToken, isToken, otherTokens } from './tokens.ts';
import { registerValidator, setValidatorStatus } from './validator-calls.ts';
import { setVerifierBootstrap } from './verifier-calls.ts';
import { withdraw } from './withdrawal-calls.ts';

const tokenDoc =
  'A bridged asset is an ERC-20 token with 6 decimals, whose address is the last 20 bytes of the Keccak-256 of `bridge token|chain|asset`, such as `bridge token|ethereum|USDC` (`tokenOf`). Tokens of the chains that every network has are native contracts; one that only the genesis of a network describes is a contract that delegates to them. It is the same asset as that of the calls of the module bridge. Nobody can give it to an account of the chain itself (a module, a token, the treasury), from which it could never be moved again. Deposits and withdrawals emit its events, too; those of a deposit whose challenge period is over belong to the block, as the events of all hooks do: `qord_getBlockEffects` shows them, no receipt and no `eth_getLogs`. Fees that are paid in the asset move it without an event, as gas does. Whoever credits deposits, such as an exchange, reads the logs of receipts, the effects of each block, and compares with `balanceOf`.';

const tokenContracts = (dependencies: Dependencies): Precompile => ({
  name: 'bridgeToken',
  address: firstToken,
  calls: tokenCalls(dependencies),
  family: {
    doc: tokenDoc,
    others: otherTokens,
    isMember: isToken,
    events: [tokenTransferEvent, tokenApprovalEvent],
  },
});

export const createBridge = (dependencies: Dependencies) =>
  defineModule({
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
      records.assetTotals,
      records.balances,
      records.operationsByDueTime,
      records.committees,
      records.assetLimits,
      records.allowances,
      records.permitNonces,
    ],
    derivedTables: [records.genesisTokens],
    singles: [records.countersRecord],
    calls: [
      deposit(dependencies),
      withdraw(dependencies),
      transfer,
      attest(dependencies),
      retryOperation(dependencies),
      challengeOperation(dependencies),
      resolveChallenge(dependencies),
      registerValidator(dependencies),
      setValidatorStatus(dependencies),
      updateChainConfig(dependencies),
      setTransferLimits(dependencies),
      setAssetLimits(dependencies),
      setVerifierBootstrap(dependencies),
      tripCircuitBreaker(dependencies),
      resetCircuitBreaker(dependencies),
      balanceOf,
      depositId,
      attestationDigestOf,
      operationOf,
      limitsOf,
      assetLimitsOf,
      tokenAddressOf,
    ],
    precompiles: [tokenContracts(dependencies)],
    events: Object.values(events),
    queries: bridgeQueries,
    signedTexts: [attestationText, depositText, withdrawalText],
    faults: fault,
    initGenesis: ({ state }) => {
      addGenesisChains(state);
      countRecords(state);
      addGenesisTokens(state);
    },
    endBlock: executeDue(dependencies),
  });
