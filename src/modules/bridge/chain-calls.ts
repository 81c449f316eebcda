import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, textField, uint } from '../../kernel/module-sdk/field.ts';
import { architectures, availableVerifiers, chainStatuses, memberOf, verifiers } from './chain-enums.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { chainUpdatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { isForeignAccount } from './foreign-formats.ts';
import { chains, committees } from './records.ts';
import { adminFault } from './roles.ts';

const chain = textField('name of the chain, such as ethereum');
const maxLockEventBytes = 100;

type Changes = {
  readonly chain: string;
  readonly bridgeContract: string;
  readonly architecture: string;
  readonly status: string;
  readonly verifier: string;
  readonly lockEventSig: string;
};

export const updateChainConfig = (dependencies: Dependencies) =>
  call('updateChainConfig', {
    doc: 'Change the configuration of a chain; what is left empty stays. A chain opens when its status becomes active. Only for the admin.',
    inputs: {
      chain,
      bridgeContract: asOption(textField('contract of the bridge there; empty to keep'), ''),
      confirmations: asOption(uint(32, 'blocks there that a transfer needs; 0 to keep'), '0'),
      architecture: asOption(
        textField('of an IBC chain: ibc_classic or ibc_eureka_v2; empty to keep', {
          choices: ['', 'ibc_classic', 'ibc_eureka_v2'],
        }),
        '',
      ),
      status: asOption(
        textField('active, paused or pending; empty to keep', { choices: ['', 'active', 'paused', 'pending'] }),
        '',
      ),
      verifier: asOption(textField('none or ed25519; empty to keep', { choices: ['', 'none', 'ed25519'] }), ''),
      lockEventSig: asOption(textField('event that locks an asset there; empty to keep'), ''),
    },
    gas: 80_000n,
    gasPerByte: 200n,
    example: ['ethereum', '--status', 'active', '--confirmations', '12'],
    fault: (context, changes) => adminFault(dependencies, context) ?? changesFault(context, changes),
    run: ({ state, emit }, changes) => {
      const before = chainNamed(state, changes.chain);
      if (before === undefined) return;
      const { bridgeContract, confirmations, lockEventSig } = changes;
      const changed = {
        ...before,
        bridge_contract: bridgeContract || before.bridge_contract,
        min_confirmations: Number(confirmations) || before.min_confirmations,
        architecture: memberOf(architectures, changes.architecture) || before.architecture,
        status: memberOf(chainStatuses, changes.status) ?? before.status,
        verifier: memberOf(verifiers, changes.verifier) ?? before.verifier,
        lock_event_sig: lockEventSig || before.lock_event_sig,
      };
      chains.set(state, changed, changes.chain);
      emit(chainUpdatedEvent.log({ chainId: changes.chain, status: changed.status }));
    },
  });

function changesFault({ state }: CheckContext, changes: Changes): ModuleFault | undefined {
  const { architecture, status, verifier, bridgeContract, lockEventSig } = changes;
  const known = chainNamed(state, changes.chain);
  if (known === undefined) return fault.chainNotOpen();
  if (bridgeContract !== '' && !isForeignAccount(known.chain_type, bridgeContract))
    return fault.badForeignAccount('bridgeContract');
  if (architecture !== '' && (known.chain_type !== 'ibc' || memberOf(architectures, architecture) === undefined))
    return fault.malformed('architecture must be ibc_classic or ibc_eureka_v2, of an IBC chain');
  if (status !== '' && memberOf(chainStatuses, status) === undefined)
    return fault.malformed(`status must be one of ${chainStatuses.join(', ')}`);
  if (Buffer.byteLength(lockEventSig) > maxLockEventBytes)
    return fault.malformed(`lockEventSig must have at most ${maxLockEventBytes} bytes`);
  if (verifier === '' || verifier === 'none') return undefined;
  if (!availableVerifiers.includes(verifier))
    return fault.verifierUnavailable(`available are ${availableVerifiers.join(', ')}`);
  return committees.get(state, changes.chain) === undefined
    ? fault.verifierUnavailable('name its committee first')
    : undefined;
}
