import { bounded } from '../../kernel/codec/bounded.ts';
import { amount, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { numberOf } from '../../kernel/module-sdk/param-bounds.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { svmAddress } from '../addresses.ts';

/** Parameters with a fixed value: rent is the same for sysvars, deposits and responses, and a slot is a height. */
const fixed = { lamports_per_byte: 3_480, rent_exemption_multi: 2, svm_slot_offset: 0, default_sig_scheme: 0 } as const;

export const svmParams = paramsOf(svmAddress, {
  codec: struct({
    /** whether coins can be moved to accounts of the SVM side; they can always be taken back */
    enabled: flag,
    /** compute units of a transaction; without effect, as gas limits it */
    compute_budget_max: bounded(amount, {
      ...{ unit: 'compute units', least: 1n, most: 1_000_000_000n },
      reason: 'clients read it as a number',
    }),
    /** bytes of a program; without effect while no SVM program runs */
    max_program_size: numberOf('bytes', 1, 1_073_741_824, 'a gibibyte'),
    /** bytes of the data of an account; without effect while no SVM program runs */
    max_account_data_size: numberOf('bytes', 1, 1_073_741_824, 'a gibibyte'),
    /** depth of nested calls; without effect while no SVM program runs */
    max_cpi: numberOf('calls', 1, 1_024, 'as deep as calls of the EVM'),
    /** lamports a year for each byte of an account; fixed */
    lamports_per_byte: numberOf('lamports', fixed.lamports_per_byte, fixed.lamports_per_byte, 'fixed on this build'),
    /** years of rent that exempt an account from it; fixed */
    rent_exemption_multi: numberOf(
      'years',
      fixed.rent_exemption_multi,
      fixed.rent_exemption_multi,
      'fixed on this build',
    ),
    /** slot of block 0; fixed: a slot is a height */
    svm_slot_offset: numberOf('slots', fixed.svm_slot_offset, fixed.svm_slot_offset, 'fixed on this build'),
    /** 0: Ed25519; fixed */
    default_sig_scheme: numberOf('', fixed.default_sig_scheme, fixed.default_sig_scheme, 'fixed on this build'),
  }),
  defaults: {
    enabled: true,
    compute_budget_max: 1_400_000n,
    max_program_size: 10_485_760,
    max_account_data_size: 10_485_760,
    max_cpi: 4,
    ...fixed,
  },
  withoutEffect: {
    compute_budget_max: 'the gas limit of a transaction and of a block decides: a compute unit is one gas',
    max_program_size: 'no program of the SVM runs here',
    max_account_data_size: 'no program of the SVM runs here',
    max_cpi: 'no program of the SVM runs here',
  },
});
