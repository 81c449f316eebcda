import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of the calls by name, with their permanent wire numbers. */
export const fault = faultsOf({
  noSuchAccount: [3, 'no such account'],
  badAmount: [6, 'the amount must be a whole number of lamports above zero, and not more than the account holds'],
  belowRentExemptMinimum: [7, 'an account must hold the rent-exempt minimum of 890880 lamports, or nothing'],
  svmDisabled: [11, 'SVM module is disabled'],
  notSvmOnlyKey: [
    12,
    'not the key of an SVM-only account: a native account receives by a plain transfer; `svm deposit` and `crossvm call evm svm` credit only other keys',
  ],
  badSignature: [14, 'the signature is not right'],
  noPrivateKey: [22, 'no private key belongs to that account, so that nobody could ever take the coins back'],
  isProgram: [21, 'this is a program, not an account'],
});
