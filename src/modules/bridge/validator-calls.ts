import { mlDsaSizes } from '@qord/curves/ml-dsa';
import { call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import {
  accountField,
  bytesField,
  flagField,
  listField,
  maxPqcBytes,
  textField,
} from '../../kernel/module-sdk/field.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { StateView, WorldState } from '../../state/types.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { validatorRegisteredEvent, validatorSuspendedEvent } from './events.ts';
import { fault } from './faults.ts';
import { countersRecord, validators } from './records.ts';
import { adminFault } from './roles.ts';

const maxChains = 25;

export const registerValidator = (dependencies: Dependencies) =>
  call('registerValidator', {
    doc: 'Become a bridge validator, or change the key or the chains. For operators of validators in the active set: who leaves it no longer attests. With a new key, earlier attestations of open operations no longer count. Validators with the same key count as one.',
    inputs: {
      pqcPubkey: bytesField('ML-DSA-87 public key, 2592 bytes', { maxBytes: maxPqcBytes }),
      supportedChains: listField(textField('name of a chain'), 'chains it attests for, 1 to 25'),
    },
    gas: 100_000n,
    gasPerByte: 200n,
    example: ['@key.pub', 'ethereum,bitcoin'],
    fault: ({ state, caller }, { pqcPubkey, supportedChains }) => {
      if (dependencies.activePowerOf(state, caller) === 0n)
        return fault.notActiveValidator('it is not in the active set');
      if (pqcPubkey.length !== mlDsaSizes['ml-dsa-87'].publicKey) return fault.badKey();
      return chainsFault(state, supportedChains);
    },
    run: ({ state, caller, block, emit }, { pqcPubkey, supportedChains }) => {
      const before = validators.get(state, caller);
      if (before === undefined) countValidators(state, 1);
      const isSameKey = before !== undefined && equalBytes(before.pqc_pubkey, pqcPubkey);
      const registered = {
        pqc_pubkey: pqcPubkey,
        key_version: (before?.key_version ?? 0) + (isSameKey ? 0 : 1),
        supported_chains: supportedChains,
        active: before?.active ?? true,
        registered_at: before?.registered_at ?? Number(block.number),
      };
      validators.set(state, registered, caller);
      emit(validatorRegisteredEvent.log({ validator: caller, supportedChains }));
    },
  });

export const setValidatorStatus = (dependencies: Dependencies) =>
  call('setValidatorStatus', {
    doc: 'Suspend a bridge validator, so that its attestations no longer count, or let it back. Only for the admin.',
    inputs: { validator: accountField('whom it is about'), active: flagField('false to suspend') },
    gas: 60_000n,
    example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', 'false'],
    fault: (context, { validator }) => {
      const rejection = adminFault(dependencies, context);
      if (rejection !== undefined) return rejection;
      return validators.get(context.state, validator) === undefined
        ? fault.notActiveValidator('it is not registered')
        : undefined;
    },
    run: ({ state, emit }, { validator, active }) => {
      const before = validators.get(state, validator);
      if (before === undefined || before.active === active) return;
      validators.set(state, { ...before, active }, validator);
      countValidators(state, active ? 1 : -1);
      emit(validatorSuspendedEvent.log({ validator, active }));
    },
  });

function chainsFault(state: StateView, ids: readonly string[]): ModuleFault | undefined {
  if (ids.length < 1 || ids.length > maxChains || new Set(ids).size < ids.length)
    return fault.malformed(`supportedChains must name 1 to ${maxChains} different chains`);
  const unknown = ids.find((id) => chainNamed(state, id) === undefined);
  return unknown === undefined ? undefined : fault.chainNotOpen(unknown.slice(0, 40));
}

function countValidators(state: WorldState, change: number): void {
  const counters = countersRecord.get(state);
  countersRecord.set(state, { ...counters, validators: counters.validators + change });
}
