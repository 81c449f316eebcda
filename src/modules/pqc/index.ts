import { defineModule } from '../../kernel/module-sdk/define-module.ts';
import { pqcAddress, pqcKeyStatusAddress, pqcVerifyAddress } from '../addresses.ts';
import { algorithmCalls } from './algorithm-calls.ts';
import { addGenesisAlgorithms } from './algorithms.ts';
import { countHybrids, endMigrations } from './blocks.ts';
import type { Dependencies } from './dependencies.ts';
import {
  algorithmChangedEvent,
  hybridVerifiedEvent,
  keyMigratedEvent,
  keyRegisteredEvent,
  keyRotatedEvent,
  protectionChangedEvent,
} from './events.ts';
import { fault } from './faults.ts';
import { createHybridRules } from './hybrid.ts';
import { migrateKey, registerKey, rotateKey } from './key-calls.ts';
import { digestViews, migrationText, rotationText } from './key-texts.ts';
import { pqcParams } from './params.ts';
import { pqcKeyStatus, pqcVerify } from './precompiles.ts';
import { protect } from './protection-calls.ts';
import { pqcQueries } from './queries.ts';
import { algorithms, keys, migrations, protections, statisticsRecord } from './records.ts';

export const createPqc = (dependencies: Dependencies) =>
  defineModule({
    name: 'pqc',
    address: pqcAddress,
    doc: 'Post-quantum keys of accounts: registration, rotation, migration, hybrid transactions, and the life of algorithms.',
    params: pqcParams,
    tables: [algorithms, keys, migrations, protections],
    singles: [statisticsRecord],
    calls: [registerKey, rotateKey, migrateKey, ...digestViews, protect, ...algorithmCalls(dependencies)],
    precompiles: [
      { name: 'pqcVerify', address: pqcVerifyAddress, calls: [pqcVerify] },
      { name: 'pqcKeyStatus', address: pqcKeyStatusAddress, calls: [pqcKeyStatus] },
    ],
    events: [
      keyRegisteredEvent,
      keyRotatedEvent,
      keyMigratedEvent,
      protectionChangedEvent,
      hybridVerifiedEvent,
      algorithmChangedEvent,
    ],
    queries: pqcQueries,
    signedTexts: [rotationText, migrationText],
    faults: fault,
    initGenesis: ({ state }) => addGenesisAlgorithms(state),
    endBlock: (context) => {
      countHybrids(context);
      endMigrations(context);
    },
    signatures: createHybridRules(),
  });
