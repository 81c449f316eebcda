import type { ModuleFault } from '../../kernel/frame/call.ts';

/** Reasons of refusals by their permanent number. */
export const faults = {
  2: 'no such account, rule or key',
  3: 'the account or key is registered already',
  4: 'the type must be multisig, social_recovery or session_based',
  5: 'the spending limit is exceeded',
  6: 'the key has expired, or would be valid for more than 30 days',
  7: 'the account has as many keys as it may have',
  8: 'a rule needs an id of 1 to 32 characters, and an account has few of them',
  9: 'the module is off',
  10: 'the key may not do this',
  11: 'the nonce is not the next one',
  12: 'the scheme must be ed25519 (32 bytes) or secp256k1 (33 or 65 bytes, or a 20-byte address)',
  13: 'permissions must be some of all, send, delegate, withdraw, evm, deploy',
  14: 'the signature is not right',
  15: 'the label is longer than 64 bytes',
  16: 'an account cannot be its own target',
  17: 'the gas limit does not suffice',
  18: 'the target is not 0x and 40 hex digits, or empty',
} as const;

export const refuse = (code: keyof typeof faults): ModuleFault => ({ code, reason: faults[code] });
