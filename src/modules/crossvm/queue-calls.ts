import { keccak256 } from '@qord/curves/keccak';
import { type CallContext, type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import { transferUqor } from '../../kernel/module-sdk/coins.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { asOption, bytesField, maxDataBytes, textField, uint, uqor } from '../../kernel/module-sdk/field.ts';
import { type Address, toChecksum } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { emptyCodeHash } from '../../primitives/crypto/keccak.ts';
import type { StateView } from '../../state/types.ts';
import { crossvmAddress } from '../addresses.ts';
import type { Dependencies, SvmAccounts } from './dependencies.ts';
import { requestedEvent, respondedEvent } from './events.ts';
import { fault } from './faults.ts';
import { crossvmParams } from './params.ts';
import { processQueue, waitingMessages } from './queue.ts';
import { messageId, messages, queueRecord, type VmName, vms } from './records.ts';
import { isSvmTransfer, runSvmTransfer, svmTransferFault, type TransferRequest } from './svm-transfers.ts';
import { evmTarget } from './target.ts';

const isVm = (text: string): text is VmName => vms.some((known) => known === text);

type Request = {
  readonly sourceVm: string;
  readonly targetVm: string;
  readonly targetContract: string;
  readonly payload: Uint8Array;
  readonly funds: bigint;
};

export const callCall = ({ svmAccounts }: Dependencies) =>
  call('call', {
    doc: 'Queue a message to a contract of another machine. It runs after the block, as the caller; what fails gives the funds back. Funds without a payload go to an SVM-only account at once (as with `svm deposit`), and come back from it with its signature.',
    inputs: {
      sourceVm: textField(
        'machine that the caller states: cosmwasm for a message to a contract, evm for funds to the SVM side; svm to take coins back from an SVM-only account',
      ),
      targetVm: textField(
        'machine of the target: evm, or svm for funds without a payload; cosmwasm does not run here',
        {
          choices: ['evm', 'svm'],
        },
      ),
      targetContract: textField('the target as that machine spells it: 0x…, qor1… or base58'),
      payload: asOption(
        bytesField(
          'what the target is called with; from svm: the 32-byte key and its signature of svm.withdrawalDigest',
          {
            maxBytes: maxDataBytes,
          },
        ),
        '0x',
      ),
      funds: asOption(uqor('sent along'), '0uqor'),
    },
    outputs: { messageId: textField('id of the message') },
    gas: 60_000n,
    gasPerByte: 32n,
    example: ['evm', 'svm', '9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM', '--funds', '2qor'],
    fault: (context, request) => messageFault(context, request, svmAccounts),
    run: (context, { sourceVm, targetVm, ...rest }) => {
      if (!isVm(sourceVm) || !isVm(targetVm)) return { messageId: '' };
      const request = { sourceVm, targetVm, ...rest };
      if (!isSvmTransfer(request)) return { messageId: queue(context, request) };
      runSvmTransfer(context, request, svmAccounts);
      return { messageId: addMessage(context, request, 'executed') };
    },
  });

function queue(context: CallContext, request: TransferRequest): string {
  const { state, caller, gas } = context;
  gas.use(crossvmParams.get(state).max_message_gas);
  if (request.funds > 0n) transferUqor(state, caller, crossvmAddress, request.funds);
  return addMessage(context, request, 'pending');
}

/** Stores a message that waits, or one that was executed at once. Returns its id. */
function addMessage(context: CallContext, request: TransferRequest, status: 'pending' | 'executed'): string {
  const { state, caller, block, emit } = context;
  const { sourceVm, targetVm, targetContract, payload, funds } = request;
  const { next, head, ended } = queueRecord.get(state);
  const hasEnded = status === 'executed';
  queueRecord.set(state, { next: next + 1, head, ended: hasEnded ? ended + 1 : ended });
  const created_height = Number(block.number);
  const { queue_timeout_blocks } = crossvmParams.get(state);
  const due_height = created_height + queue_timeout_blocks;
  const heights = { created_height, due_height, executed_height: hasEnded ? created_height : 0 };
  const names = { source_vm: sourceVm, target_vm: targetVm, target_contract: targetContract };
  const sent = { sender: caller, source_contract: contractText(state, caller), payload, funds };
  messages.set(state, { ...names, ...sent, status, ...heights, response: emptyBytes, error: '' }, next);
  const route = { messageId: messageId(next), sourceVm, targetVm };
  emit(requestedEvent.log({ sender: caller, ...route, targetContract, payloadHash: keccak256(payload) }));
  if (hasEnded) emit(respondedEvent.log({ ...route, success: true, gasUsed: 0n }));
  return messageId(next);
}

export const processQueueCall = ({ isAuthority }: Dependencies) =>
  call('processQueue', {
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

function messageFault(context: CheckContext, request: Request, svmAccounts: SvmAccounts): ModuleFault | undefined {
  const { state } = context;
  const { enabled, max_message_size, max_queue_size } = crossvmParams.get(state);
  const { sourceVm, targetVm, targetContract, payload } = request;
  if (!enabled) return fault.moduleOff();
  if (!isVm(sourceVm) || !isVm(targetVm)) return fault.vmNotSupported();
  if (sourceVm === targetVm) return fault.badRoute();
  const transfer = { ...request, sourceVm, targetVm };
  if (isSvmTransfer(transfer)) return svmTransferFault(context, transfer, svmAccounts);
  if (payload.length === 0) return fault.badRoute();
  if (targetVm === 'svm') return fault.svmDisabled();
  if (targetVm !== 'evm') return fault.vmNotSupported();
  if (evmTarget(targetContract) === undefined) return fault.noSuchTarget();
  if (payload.length > max_message_size) return fault.payloadTooLarge();
  return waitingMessages(state) >= max_queue_size ? fault.queueFull() : undefined;
}

function contractText(state: StateView, caller: Address): string {
  const { codeHash = emptyCodeHash } = state.account(caller) ?? {};
  return codeHash === emptyCodeHash ? '' : toChecksum(caller);
}
