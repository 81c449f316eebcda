import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, blob, count, oneOf, text } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight, dueHeight, uqorAmount } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { numberKey } from '../../kernel/module-sdk/record-key.ts';
import { crossvmAddress } from '../addresses.ts';

const { table, single } = recordsOf(crossvmAddress);

export const vms = ['evm', 'cosmwasm', 'svm'] as const;
export type VmName = (typeof vms)[number];

const message = struct({
  source_vm: oneOf(...vms),
  target_vm: oneOf(...vms),
  sender: account,
  /** the sender as 0x… when it is a contract; empty otherwise */
  source_contract: text,
  target_contract: text,
  payload: blob,
  funds: uqorAmount,
  status: oneOf('pending', 'executed', 'failed', 'timed_out'),
  created_height: blockHeight,
  /** last height at which it may still run */
  due_height: dueHeight,
  /** 0 while it waits */
  executed_height: blockHeight,
  /** what the target returned */
  response: blob,
  /** empty unless it failed */
  error: text,
});
export type Message = DecodedBy<typeof message>;

export const messages = table(
  1,
  'message',
  'Messages between machines, with what became of them.',
  [numberKey('number', 'the digits of its id')],
  message,
);
export const queueRecord = single(
  2,
  'queue',
  'Numbers of the next message and of the first that waits: all between them wait, but for so many that ended at once.',
  struct({ next: count, head: count, ended: count }),
  { next: 1, head: 1, ended: 0 },
);

const idPattern = /^crossvm-(\d{8,15})$/;

/** 42 → `crossvm-00000042`. */
export function messageId(number: number): string {
  return `crossvm-${number.toString().padStart(8, '0')}`;
}

/** undefined when no message can have that id. */
export function numberOfId(id: string): number | undefined {
  const number = Number(idPattern.exec(id)?.[1] ?? Number.NaN);
  return messageId(number) === id ? number : undefined;
}
