import { base58 } from '@scure/base';
import { rethrowProcessError } from '../../primitives/process-error.ts';
import type { ChainType } from './chain-enums.ts';

/** Whether the text may be the hash of a transaction of another chain: 1 to 128 visible characters without `|`. */
export function isTransactionHash(text: string): boolean {
  return /^[!-{}~]{1,128}$/.test(text);
}

/** Account texts of the chains whose form is easy to tell; it catches typing errors before coins are lost. */
const accountForms: Partial<Record<ChainType, RegExp>> = {
  evm: /^0x(?!0{40}$)[0-9a-fA-F]{40}$/,
  aptos: /^0x[0-9a-fA-F]{1,64}$/,
  sui: /^0x[0-9a-fA-F]{1,64}$/,
  starknet: /^0x[0-9a-fA-F]{1,64}$/,
  tron: /^T[1-9A-HJ-NP-Za-km-z]{33}$/,
  xrpl: /^r[1-9A-HJ-NP-Za-km-z]{24,34}$/,
  stellar: /^[GM][A-Z2-7]{55,68}$/,
  algorand: /^[A-Z2-7]{58}$/,
  hedera: /^\d{1,10}\.\d{1,10}\.\d{1,20}$/,
  tezos: /^(?:tz[1-4]|KT1)[1-9A-HJ-NP-Za-km-z]{33}$/,
  bitcoin: /^(?:[13][1-9A-HJ-NP-Za-km-z]{25,34}|(?:bc1|tb1|bcrt1)[02-9ac-hj-np-z]{11,87})$/,
};

/** Whether the text may be an account of a chain of that type. */
export function isForeignAccount(type: ChainType, text: string): boolean {
  if (type === 'solana') return isSolanaKey(text);
  return (accountForms[type] ?? /^[!-{}~]{1,128}$/).test(text);
}

function isSolanaKey(text: string): boolean {
  if (text.length > 44) return false; // base58 is quadratic in its length
  try {
    return base58.decode(text).length === 32;
  } catch (error) {
    rethrowProcessError(error);
    return false;
  }
}
