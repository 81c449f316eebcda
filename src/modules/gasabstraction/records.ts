import { text } from '../../kernel/codec/scalars.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey } from '../../kernel/module-sdk/record-key.ts';
import { gasabstractionAddress } from '../addresses.ts';

const { table } = recordsOf(gasabstractionAddress);

export const feeTokens = table(
  1,
  'fee_token',
  'Accounts that do not pay their fees in QOR, and the token they pay in.',
  [accountKey('account', 'the account')],
  text,
);
