import { flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blocks, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { pqcAddress } from '../addresses.ts';

export const pqcParams = paramsOf(pqcAddress, {
  codec: struct({
    pqc_primary: flag,
    allow_classical_fallback: flag,
    /** category of NIST, 1 to 5, below which no key is registered */
    min_security_level: numberOf('', 1, 5, 'the categories of NIST'),
    /** blocks a migration lasts unless it says otherwise */
    default_migration_blocks: blocks(1),
    default_signature_algo: numberOf('', 0, 255, 'numbers of algorithms have one byte'),
    /** 0: hybrid transactions are rejected; 1: accepted; 2: also required of accounts that have protected themselves */
    hybrid_signature_mode: numberOf('', 0, 2, 'there are three modes'),
  }),
  defaults: {
    pqc_primary: true,
    allow_classical_fallback: false,
    min_security_level: 5,
    default_migration_blocks: 1_000_000,
    default_signature_algo: 1,
    hybrid_signature_mode: 2,
  },
  development: { default_migration_blocks: 50 },
  withoutEffect: {
    pqc_primary: 'hybrid_signature_mode and the choice of each account decide',
    allow_classical_fallback: 'hybrid_signature_mode and the choice of each account decide',
    default_signature_algo: 'every registration names its algorithm',
  },
});
