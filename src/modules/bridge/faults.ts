import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'the chain is not supported or not open',
  3: 'the chain is paused',
  4: 'the attestation does not fit the operation',
  5: 'the validator has attested this already',
  6: 'there are fewer bridge validators than needed',
  7: 'not a bridge validator, or none that may attest now',
  8: 'the validator does not attest for this chain',
  9: 'above the limit of one transfer',
  10: 'above what is left of the daily limit',
  11: 'the bridge is switched off',
  12: 'the ML-DSA-87 signature is not that of the registered key',
  13: 'no such operation',
  14: 'the operation has ended',
  15: 'the amount must be above zero',
  16: 'the chain does not bridge this asset',
  17: 'not an account of that chain',
  18: 'the operation waits for its challenge period or is challenged',
  19: 'the key must be an ML-DSA-87 public key of 2592 bytes',
  20: 'the operation has its attestations',
  21: 'the deposit proof does not hold',
  22: 'retried three times; only the admin may retry it now',
  25: 'the account holds less of the asset',
  26: 'an operation has at most 50 attestations',
  27: 'the source transaction was bridged or claimed already',
  28: 'only the admin of the bridge may do this',
  29: 'the verifier is not configured or not available',
  30: 'the event type does not fit the operation',
  31: 'badly formed',
  32: 'the account has less than the fee',
  33: 'the operation is not challenged',
  34: 'the circuit breaker has not tripped',
} as const;

export const refuse = (code: keyof typeof faults, detail = ''): ModuleFault => ({
  code,
  reason: detail === '' ? faults[code] : `${faults[code]}: ${detail}`,
});
