import { amount, count, flag } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { paramsOf } from '../../kernel/module-sdk/params.ts';
import { entriesOf } from '../../primitives/objects.ts';
import { svmAddress } from '../addresses.ts';

/** Parameters with a fixed value: rent is the same for sysvars, deposits and responses, and a slot is a height. */
const fixed = { lamports_per_byte: 3_480, rent_exemption_multi: 2, svm_slot_offset: 0, default_sig_scheme: 0 } as const;

export const svmParams = paramsOf(svmAddress, {
  codec: struct({
    /** whether coins can be moved to accounts of the SVM side; they can always be taken back */
    enabled: flag,
    /** compute units of a transaction: responses of the SVM interface show no more */
    compute_budget_max: amount,
    /** bytes of a program; without effect while no SVM program runs */
    max_program_size: count,
    /** bytes of the data of an account; without effect while no SVM program runs */
    max_account_data_size: count,
    /** depth of nested calls; without effect while no SVM program runs */
    max_cpi: count,
    /** lamports a year for each byte of an account; fixed */
    lamports_per_byte: count,
    /** years of rent that exempt an account from it; fixed */
    rent_exemption_multi: count,
    /** slot of block 0; fixed: a slot is a height */
    svm_slot_offset: count,
    /** 0: Ed25519; fixed */
    default_sig_scheme: count,
  }),
  defaults: {
    enabled: true,
    compute_budget_max: 1_400_000n,
    max_program_size: 10_485_760,
    max_account_data_size: 10_485_760,
    max_cpi: 4,
    ...fixed,
  },
  check: (params) => {
    const { compute_budget_max, max_program_size, max_account_data_size, max_cpi } = params;
    if (compute_budget_max < 1n) return 'compute_budget_max must be above 0';
    if ([max_program_size, max_account_data_size, max_cpi].some((limit) => limit < 1))
      return 'max_program_size, max_account_data_size and max_cpi must be above 0';
    for (const [name, value] of entriesOf(fixed))
      if (params[name] !== value) return `${name} must be ${value} on this build`;
    return undefined;
  },
});
