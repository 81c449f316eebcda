import { type Address, zeroAddress } from '../../primitives/address.ts';
import { eventsOf, type ModuleEvent } from './event.ts';
import { textField } from './field.ts';

const kind = textField('codec: a value that cannot be stored; arithmetic: no result; fault: a rule of the module');
const fields = { hook: textField('beginBlock or endBlock'), kind };
const entryFields = {
  queue: textField('what waited'),
  entry: textField('the key of its record, the parts with a slash in between'),
  kind,
};

/** The event of a module whose hook state or block made fail: what the hook had changed in that block is undone. */
export function hookFailed(module: Address): ModuleEvent<typeof fields> {
  const doc = 'A hook of this module failed in this block; all that it had changed was undone.';
  return eventsOf(module)('HookFailed', doc, fields);
}

/** The event of a module when an entry of its queue could not be settled after a block. */
export function entryDropped(module: Address): ModuleEvent<typeof entryFields> {
  const doc =
    'What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.';
  return eventsOf(module)('QueueEntryDropped', doc, entryFields);
}

/** The first topic of the event of a failed hook, whatever the module. */
export const hookFailedTopic = hookFailed(zeroAddress).topic;
