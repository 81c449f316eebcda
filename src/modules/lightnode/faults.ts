import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  moduleOff: [2, 'the module is off'],
  tooLittleDelegated: [3, 'too little is delegated'],
  keyInUse: [4, 'the key answers for another operator'],
  notRegistered: [5, 'no light node is registered for that account'],
  mayNotAct: [6, 'only the operator and its key may do that'],
  noQuestion: [7, 'no question is open'],
  wrongEpoch: [8, 'the question is of another epoch'],
  answeredAlready: [9, 'the operator has answered already'],
  wrongAnswer: [10, 'the answer is wrong'],
});
