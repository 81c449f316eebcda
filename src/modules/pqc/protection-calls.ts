import { call } from '../../kernel/module-sdk/call.ts';
import { flagField } from '../../kernel/module-sdk/field.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import { protectionChangedEvent } from './events.ts';
import { fault } from './faults.ts';
import { keyOf } from './hybrid.ts';
import { protections } from './records.ts';

export const protect = call('protect', {
  doc: 'Protect the calling account: from then on it acts by hybrid transactions only, so that its ECDSA key alone moves nothing. Once on, only a hybrid transaction switches it off.',
  inputs: { on: flagField('true to protect, false to end it') },
  gas: 60_000n,
  example: ['on'],
  fault: ({ state, caller, isHybrid }, { on }) => {
    const found = keyOf(state, caller);
    if (found === undefined) return fault.noRegisteredKey();
    const isOn = protections.get(state, caller) !== undefined;
    if (isOn === on) return fault.sameProtection();
    if (isOn) return isHybrid ? undefined : fault.hybridRequired();
    if (found.algorithm.status === 'disabled') return fault.algorithmDisabled();
    // its code may accept any other signature
    return (state.account(caller)?.codeHash ?? emptyCodeHash) === emptyCodeHash ? undefined : fault.accountWithCode();
  },
  run: ({ state, caller, block, emit }, { on }) => {
    if (on) protections.set(state, { since_height: Number(block.number) }, caller);
    else protections.remove(state, caller);
    emit(protectionChangedEvent.log({ account: caller, on }));
  },
});
