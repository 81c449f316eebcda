import { type Address, zeroAddress } from '../../primitives/address.ts';
import { eventsOf, type ModuleEvent } from './event.ts';
import { textField } from './field.ts';

const fields = {
  hook: textField('beginBlock or endBlock'),
  kind: textField('codec: a value that cannot be stored; arithmetic: no result; fault: a rule of the module'),
};

/** The event of a module whose hook state or block made fail: what the hook had changed in that block is undone. */
export function hookFailed(module: Address): ModuleEvent<typeof fields> {
  const doc = 'A hook of this module failed in this block; all that it had changed was undone.';
  return eventsOf(module)('HookFailed', doc, fields);
}

/** The first topic of that event, whatever the module. */
export const hookFailedTopic = hookFailed(zeroAddress).topic;
