import type { HookEnvironment } from '../../kernel/module.ts';
import { messages, queueRecord } from './records.ts';

/**
 * Throws a RangeError when the messages of a genesis are not those that its queue counts: what is missing in it would be
 * waited for, and what is behind it would never run.
 */
export function assertQueue({ state }: HookEnvironment): void {
  const { next, head, ended } = queueRecord.get(state);
  let present = 0;
  let waiting = 0;
  let last = 0;
  for (const [[number], { status }] of messages.list(state)) {
    last = number;
    if (number < head) {
      if (status === 'pending') throw new RangeError(`crossvm: message ${number} waits before the head of the queue`);
      continue;
    }
    present++;
    if (status === 'pending') waiting++;
  }
  if (last >= next || head > next || present !== next - head)
    throw new RangeError(`crossvm: the queue from ${head} to ${next} does not have its messages`);
  if (ended !== present - waiting)
    throw new RangeError(`crossvm: ${present - waiting} messages of the queue have ended`);
}
