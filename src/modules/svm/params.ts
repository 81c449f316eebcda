import { bounded } from '../../kernel/codec/bounded.ts';
import { amount, flag } from '../../kernel/codec/scalars.ts';
import { numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { param, paramsOf } from '../../kernel/module-sdk/params.ts';
import { svmAddress } from '../addresses.ts';

const noPrograms = { withoutEffect: 'no program of the SVM runs here' };
const byGas = { withoutEffect: 'the gas limit of a transaction and of a block decides: a compute unit is one gas' };

/** Rent is the same for sysvars, deposits and responses, and a slot is a height. */
const fixed = (unit: string, value: number) => param(numberOf(unit, value, value, 'fixed on this build'), value);

export const svmParams = paramsOf(svmAddress, {
  /** whether coins can be moved to accounts of the SVM side; they can always be taken back */
  enabled: param(flag, true),
  /** compute units of a transaction */
  compute_budget_max: param(
    bounded(amount, {
      ...{ unit: 'compute units', least: 1n, most: 1_000_000_000n },
      reason: 'clients read it as a number',
    }),
    1_400_000n,
    byGas,
  ),
  /** bytes of a program, and of the data of an account */
  max_program_size: param(numberOf('bytes', 1, 1_073_741_824, 'a gibibyte'), 10_485_760, noPrograms),
  max_account_data_size: param(numberOf('bytes', 1, 1_073_741_824, 'a gibibyte'), 10_485_760, noPrograms),
  /** depth of nested calls */
  max_cpi: param(numberOf('calls', 1, 1_024, 'as deep as calls of the EVM'), 4, noPrograms),
  /** lamports a year for each byte of an account */
  lamports_per_byte: fixed('lamports', 3_480),
  /** years of rent that exempt an account from it */
  rent_exemption_multi: fixed('years', 2),
  /** slot of block 0 */
  svm_slot_offset: fixed('slots', 0),
  /** 0: Ed25519 */
  default_sig_scheme: fixed('', 0),
});
