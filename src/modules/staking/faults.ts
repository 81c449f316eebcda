import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  zeroAmount: [2, 'the amount must be above zero'],
  noSuchValidator: [3, 'no validator is operated by that account'],
  alreadyValidator: [4, 'the account operates a validator already'],
  insufficientBalance: [5, 'the balance does not suffice'],
  insufficientDelegation: [6, 'less is delegated than that'],
  badCommission: [7, 'the commission must be from the minimum to 100 %'],
  selfBondBelowMinimum: [8, 'the self bond is below the minimum'],
  consensusKeyTaken: [9, 'another validator signs with that key'],
  notJailed: [10, 'the validator is not jailed'],
  stillJailed: [11, 'the validator may not come back yet'],
  badMoniker: [12, 'the moniker must have 1 to 70 bytes'],
  noStakeLeft: [13, 'the validator has lost all its stake'],
  badConsensusKey: [14, 'the consensus key must be 32 bytes of ed25519 or 33 bytes of secp256k1'],
  badProof: [15, 'the proof is not a signature of that key for this operator on this chain'],
  tombstoned: [16, 'the validator signed twice and never comes back'],
  keyTypeOff: [17, 'this network takes no consensus keys of that type'],
  sameValidator: [18, 'the coins are with that validator already'],
  transitiveRedelegation: [19, 'the account redelegated to that validator less than the unbonding time ago'],
  tooManyRedelegations: [20, 'the account redelegated to the new validator too often within the unbonding time'],
});
