import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'no such rollup',
  3: 'a rollup of that name exists',
  4: 'the rollup is not active',
  5: 'there are as many rollups as may be',
  6: 'the stake is below the minimum, or above what the account has',
  7: 'the account may not do this',
  8: 'no such batch',
  9: 'the batch is finalized or rejected already',
  10: 'the batch cannot be challenged any more',
  11: 'the proof has a wrong size',
  12: 'a proof is required',
  13: 'the blob has a wrong size',
  14: 'no such blob',
  15: 'no Celestia network is connected: use native or both',
  16: 'no such settlement mode, or not with that proof system',
  17: 'no such sequencer mode, or not with these sequencers',
  18: 'no such proof system',
  19: 'based settlement takes a based sequencer only',
  20: 'the account has less than the bond',
  21: 'the verification key cannot be used',
  22: 'STARK proofs cannot be verified here: use snark',
  23: 'the proof does not hold',
  24: 'the batch has no open challenge',
  25: 'the batch is not challenged',
  26: 'the data of the batch is not available here',
  27: 'the batch is not finalized',
  28: 'the withdrawal is paid already',
  29: 'the withdrawal is not under the withdrawals root of the batch',
  30: 'the rollup is described wrongly',
  31: 'the batch is described wrongly',
  32: 'a rollup cannot go from its status to that one',
  33: 'the batch is challenged already',
  34: 'the deposit cannot be taken',
  35: 'the escrow of the rollup holds less than the withdrawal',
} as const;

/** The refusal of that number; the detail stands behind its sentence. */
export const refuse = (code: keyof typeof faults, detail = ''): ModuleFault => ({
  code,
  reason: detail === '' ? faults[code] : `${faults[code]}: ${detail}`,
});
