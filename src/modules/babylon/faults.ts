import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  badBitcoinTransaction: [2, 'the Bitcoin transaction is not valid'],
  moduleOff: [3, 'the module is off'],
  badCheckpoint: [4, 'the checkpoint is not valid'],
  noSuchEpoch: [5, 'no such epoch to checkpoint'],
  badStake: [6, 'the stake is not valid'],
  noSuchPosition: [7, 'no such position'],
  notAttester: [8, 'only the authority and the attesters may do this'],
  mayNotEndPosition: [9, 'only its staker, the authority and the attesters may end a position'],
  badHeight: [10, 'the height is not valid'],
});
