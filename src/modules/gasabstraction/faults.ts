import { faultsOf } from '../../kernel/module-sdk/fault.ts';

/** The faults of calls and transactions by name, with their permanent wire numbers. */
export const fault = faultsOf({
  tokenNotAccepted: [2, 'the token is not accepted'],
  tokenNotBridged: [3, 'fees cannot be paid in the token: no bridged asset stands for it'],
  insufficientToken: [4, 'the account holds too little of its fee token'],
  moduleOff: [5, 'the module is off'],
  noLiquidity: [6, 'the module holds too little QOR to pay fees for other tokens'],
  notAuthority: [7, 'only the authority may do this'],
  nothingSent: [8, 'no QOR were sent along'],
});
