import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { gasabstractionAddress } from '../addresses.ts';
import { gasabstractionCalls } from './calls.ts';
import type { Dependencies } from './dependencies.ts';
import { feeTokenSetEvent, liquidityAddedEvent, liquidityRemovedEvent, tokensCollectedEvent } from './events.ts';
import { fault } from './faults.ts';
import { feeRules } from './fees.ts';
import { gasabstractionParams } from './params.ts';
import { gasabstractionQueries } from './queries.ts';
import { feeTokens } from './records.ts';

export const createGasabstraction = (dependencies: Dependencies) =>
  defineModule({
    name: 'gasabstraction',
    address: gasabstractionAddress,
    doc: 'Fees in other tokens than QOR: an account chooses a bridged asset, and the module pays its fees from what it holds. What an account pays so leaves no event of the token (ERC-20), as gas leaves none.',
    params: gasabstractionParams,
    tables: [feeTokens],
    calls: gasabstractionCalls(dependencies),
    events: [feeTokenSetEvent, liquidityAddedEvent, liquidityRemovedEvent, tokensCollectedEvent],
    queries: gasabstractionQueries,
    faults: fault,
    fees: feeRules(dependencies),
    // Whatever it has pays fees, and the authority takes it back.
    pool: { account: gasabstractionAddress, owed: (state) => state.account(gasabstractionAddress)?.balance ?? 0n },
  });
