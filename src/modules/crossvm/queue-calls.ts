import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, bytesField, maxDataBytes, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { type Address, toChecksum } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash, keccak256 } from '../../primitives/crypto/keccak.ts';
import type { StateView } from '../../state/types.ts';
import { crossvmAddress } from '../addresses.ts';
import type { Dependencies } from './dependencies.ts';
import { requested } from './events.ts';
import { fault } from './faults.ts';
import { crossvmParams } from './params.ts';
import { processQueue, waitingMessages } from './queue.ts';
import { messageId, messages, queueRecord, type VmName, vms } from './records.ts';
import { isTargetOf } from './target.ts';

const isVm = (text: string): text is VmName => vms.some((known) => known === text);

type MessageInput = {
  readonly sourceVm: string;
  readonly targetVm: string;
  readonly targetContract: string;
  readonly payload: Uint8Array;
};

export const queueCall = call('call', {
  doc: 'Queue a message to a contract of another machine. It runs after the block, as the caller; what fails gives the funds back.',
  inputs: {
    sourceVm: textField('machine the caller belongs to: evm or cosmwasm'),
    targetVm: textField('machine of the target: evm, cosmwasm or svm'),
    targetContract: textField('the target as that machine spells it: 0x…, qor1… or base58'),
    payload: asOption(bytesField('what the target is called with', { maxBytes: maxDataBytes })),
    funds: asOption(uqor('sent along'), '0uqor'),
  },
  outputs: { messageId: textField('id of the message') },
  gas: 60_000n,
  gasPerByte: 32n,
  example: ['cosmwasm', 'evm', '0x70997970C51812dc3A010C7d01b50e0d17dc79C8', '--payload', '0xa9059cbb'],
  fault: (context, request) => messageFault(context, request),
  run: (context, { sourceVm, targetVm, targetContract, payload, funds }) => {
    const { state, caller, block, emit, gas } = context;
    if (!isVm(sourceVm) || !isVm(targetVm)) return { messageId: '' };
    if (targetVm === 'evm') gas.use(crossvmParams.get(state).max_message_gas);
    if (funds > 0n) transferUqor(state, caller, crossvmAddress, funds);
    const queue = queueRecord.get(state);
    const id = messageId(queue.next);
    queueRecord.set(state, { ...queue, next: queue.next + 1 });
    const names = { source_vm: sourceVm, target_vm: targetVm, target_contract: targetContract };
    const fresh = { status: 'pending', executed_height: 0, response: emptyBytes, error: '' } as const;
    const sent = { sender: caller, source_contract: contractText(state, caller), payload, funds };
    const created_height = Number(block.number);
    const due_height = created_height + crossvmParams.get(state).queue_timeout_blocks;
    messages.set(state, { ...names, ...sent, ...fresh, created_height, due_height }, queue.next);
    emit(
      requested.log({
        sender: caller,
        messageId: id,
        sourceVm,
        targetVm,
        targetContract,
        payloadHash: keccak256(payload),
      }),
    );
    return { messageId: id };
  },
});

/** The call that does before the end of a block what otherwise happens after it. */
export function processQueueCall({ isAuthority }: Dependencies) {
  return call('processQueue', {
    doc: 'Execute waiting messages now, as many as the gas of this transaction allows. Only for the authority.',
    inputs: {},
    outputs: { executed: uint(64, 'messages that reached their end') },
    gas: 50_000n,
    fault: ({ state, caller }) => {
      if (!isAuthority(state, caller)) return fault.notAuthority();
      return crossvmParams.get(state).enabled ? undefined : fault.moduleOff();
    },
    run: (context) => {
      const before = queueRecord.get(context.state).head;
      context.gas.use(processQueue(context, context.gas.forwardable));
      return { executed: BigInt(queueRecord.get(context.state).head - before) };
    },
  });
}

function messageFault({ state }: CheckContext, request: MessageInput): ModuleFault | undefined {
  const { enabled, max_message_size, max_queue_size } = crossvmParams.get(state);
  const { sourceVm, targetVm, targetContract, payload } = request;
  if (!enabled) return fault.moduleOff();
  if (!isVm(sourceVm) || !isVm(targetVm)) return fault.vmNotSupported();
  if (sourceVm === targetVm || payload.length === 0) return fault.badRoute();
  if (sourceVm === 'svm') return fault.svmDisabled();
  if (!isTargetOf(targetVm, targetContract)) return fault.noSuchTarget();
  if (payload.length > max_message_size) return fault.payloadTooLarge();
  return waitingMessages(state) >= max_queue_size ? fault.queueFull() : undefined;
}

function contractText(state: StateView, caller: Address): string {
  const { codeHash = emptyCodeHash } = state.account(caller) ?? {};
  return codeHash === emptyCodeHash ? '' : toChecksum(caller);
}
