import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  badRoute: [
    2,
    'source and target must be different machines, and the payload must not be empty, unless funds go to the SVM side (as with `svm deposit`)',
  ],
  queueFull: [4, 'the queue is full'],
  noSuchTarget: [5, 'the target is no account of the target machine'],
  vmNotSupported: [7, 'no machine of that name runs here: contracts must be of the EVM'],
  payloadTooLarge: [8, 'the payload is too large'],
  notAuthority: [10, 'only the authority may do this'],
  targetFailed: [14, 'the target failed'],
  svmDisabled: [15, 'SVM module is disabled'],
  moduleOff: [16, 'the module is off'],
  transferRejected: [17, 'the transfer to or from the SVM side is rejected'],
});
