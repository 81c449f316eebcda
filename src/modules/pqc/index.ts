import { defineModule, type NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { pqcAddress, pqcKeyStatusAddress, pqcVerifyAddress } from '../addresses.ts';
import { algorithmCalls } from './algorithm-calls.ts';
import { addGenesisAlgorithms } from './algorithms.ts';
import { endMigrations } from './blocks.ts';
import type { Dependencies } from './dependencies.ts';
import { algorithmChanged, keyMigrated, keyRegistered, keyRotated } from './events.ts';
import { fault } from './faults.ts';
import { migrateKey, registerKey, rotateKey } from './key-calls.ts';
import { pqcParams } from './params.ts';
import { pqcKeyStatus, pqcVerify } from './precompiles.ts';
import { pqcQueries } from './queries.ts';
import { algorithms, keys, migrations, statisticsRecord } from './records.ts';

export function createPqc(dependencies: Dependencies): NativeModule {
  return defineModule({
    name: 'pqc',
    address: pqcAddress,
    doc: 'Post-quantum keys of accounts: registration, rotation, migration, and the life of algorithms.',
    params: pqcParams,
    tables: [algorithms, keys, migrations],
    singles: [statisticsRecord],
    calls: [registerKey, rotateKey, migrateKey, ...algorithmCalls(dependencies)],
    precompiles: [
      { name: 'pqcVerify', address: pqcVerifyAddress, calls: [pqcVerify] },
      { name: 'pqcKeyStatus', address: pqcKeyStatusAddress, calls: [pqcKeyStatus] },
    ],
    events: [keyRegistered, keyRotated, keyMigrated, algorithmChanged],
    queries: pqcQueries,
    faults: fault,
    initGenesis: ({ state }) => addGenesisAlgorithms(state),
    endBlock: endMigrations,
  });
}
