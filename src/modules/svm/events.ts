import type { Log } from '../../kernel/engine.ts';
import { eventsOf } from '../../kernel/module-sdk/event.ts';
import { accountField, bytes32Field, indexed, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { bytesToBigint } from '../../primitives/bytes.ts';
import type { Hash } from '../../primitives/hash.ts';
import { weiPerLamport } from '../../primitives/units.ts';
import { svmAddress } from '../addresses.ts';

const event = eventsOf(svmAddress);

export const depositedEvent = event('SvmDeposit', 'Coins went to an account of the SVM side.', {
  from: indexed(accountField('who paid')),
  key: indexed(bytes32Field('the account')),
  amount: withUnit('wei', uint(256, 'how much')),
});
export const withdrawnEvent = event('SvmWithdrawal', 'Coins came back from an account of the SVM side.', {
  key: indexed(bytes32Field('the account')),
  to: indexed(accountField('who was paid')),
  amount: withUnit('wei', uint(256, 'how much')),
});

/** An account of the SVM side, and the lamports that it got, or gave when they are negative. */
type SvmOnlyPayment = { readonly key: Hash; readonly lamports: bigint };

/** What a log says of an account of the SVM side; undefined for logs of other contracts. */
export function svmOnlyPayment({ address, topics: [kind, first, second], data }: Log): SvmOnlyPayment | undefined {
  if (address !== svmAddress) return undefined;
  const isDeposit = kind === depositedEvent.topic;
  const key = isDeposit ? second : first;
  if (key === undefined || (!isDeposit && kind !== withdrawnEvent.topic)) return undefined;
  const lamports = bytesToBigint(data) / weiPerLamport;
  return { key, lamports: isDeposit ? lamports : -lamports };
}
