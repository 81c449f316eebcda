import { amount, text } from '../../kernel/codec/scalars.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { gasabstractionAddress } from '../addresses.ts';

const { table } = recordsOf(gasabstractionAddress);

export const feeTokens = table(
  1,
  'fee_token',
  'Accounts that do not pay their fees in QOR, and the token they pay in.',
  [accountKey('account', 'the account')],
  text,
);

/** Empty before and after each transaction, so it is not among the tables that are exported and asked for. */
export const prepaidTokens = table(
  2,
  'prepaid',
  'Tokens that a transaction has prepaid, while it runs: what is not used goes back, so nobody can collect them.',
  [textKey('chain', 'of the token'), textKey('asset', 'its name')],
  amount,
);
