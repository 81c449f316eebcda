import { flag } from '../../kernel/codec/scalars.ts';
import { blocks, numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { pqcAddress } from '../addresses.ts';

export const pqcParams = paramsOf(pqcAddress, {
  pqc_primary: param(flag, true, { withoutEffect: 'hybrid_signature_mode and the choice of each account decide' }),
  allow_classical_fallback: param(flag, false, {
    withoutEffect: 'hybrid_signature_mode and the choice of each account decide',
  }),
  /** category of NIST, 1 to 5, below which no key is registered */
  min_security_level: param(numberOf('', 1, 5, 'the categories of NIST'), 5),
  /** blocks a migration lasts unless it says otherwise */
  default_migration_blocks: param(blocks(1), 1_000_000, { development: 50 }),
  default_signature_algo: param(numberOf('', 0, 255, 'numbers of algorithms have one byte'), 1, {
    withoutEffect: 'every registration names its algorithm',
  }),
  /** 0: hybrid transactions are rejected; 1: accepted; 2: also required of accounts that have protected themselves */
  hybrid_signature_mode: param(numberOf('', 0, 2, 'there are three modes'), 2),
});
