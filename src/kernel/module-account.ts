import { type Address, addressFromBytes } from '../primitives/address.ts';
import { sha256 } from '../primitives/crypto/sha256.ts';

/** The account that belongs to a name and to nobody's key: the first 20 bytes of the name's SHA-256. */
export function moduleAccount(name: string): Address {
  return addressFromBytes(sha256(Buffer.from(name, 'utf8')).subarray(0, 20));
}

/** Receives base fees and tips of every block. */
export const feeCollector = moduleAccount('fee_collector');

/** Receives a share of all fees; the authority spends it. */
export const treasury = moduleAccount('treasury');

/** Receives a share of all fees for the operators of light nodes. */
export const lightNodePool = moduleAccount('lightnode');

/** Holds the deposits of proposals, apart from the account that acts as the authority. */
export const governanceDeposits = moduleAccount('gov');

/** Holds the rewards of validators and stakers until they withdraw them. */
export const rewardPool = moduleAccount('distribution');

/** All of these accounts. */
export const moduleAccounts = [feeCollector, treasury, lightNodePool, governanceDeposits, rewardPool];
