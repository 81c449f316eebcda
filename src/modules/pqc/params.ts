import { count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { pqcAddress } from '../addresses.ts';

export const pqcParams = paramsOf(pqcAddress, {
  codec: struct({
    pqc_primary: flag,
    allow_classical_fallback: flag,
    /** category of NIST, 1 to 5, below which no key is registered */
    min_security_level: count,
    /** blocks a migration lasts unless it says otherwise */
    default_migration_blocks: count,
    default_signature_algo: count,
    /** 0: hybrid transactions are rejected; 1: accepted; 2: also required of accounts that have protected themselves */
    hybrid_signature_mode: count,
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
  check: ({ min_security_level, hybrid_signature_mode, default_migration_blocks }) => {
    if (min_security_level < 1 || min_security_level > 5) return 'min_security_level must be from 1 to 5';
    if (hybrid_signature_mode > 2) return 'hybrid_signature_mode must be 0, 1 or 2';
    return default_migration_blocks < 1 ? 'default_migration_blocks must be at least 1' : undefined;
  },
});
