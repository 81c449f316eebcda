import { CallFaultError, callFaultText, outcomeFault } from '../../evm/call-fault.ts';
import { estimateGas } from '../../evm/estimate-gas.ts';
import { overrideSizes } from '../../evm/overrides/state-overrides.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import { minTransactionGas } from '../../evm/transaction/gas-cost.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { toHex } from '../../primitives/hex.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { quantity } from '../../primitives/quantity.ts';
import { accessListText } from '../evm-common/json/transaction-json.ts';
import { requireHeight } from '../evm-common/resolve-block.ts';
import type { CallRequest } from '../params/call-request.ts';
import { isPlainCall } from './call-cache-key.ts';
import { type CallTarget, createCallContext } from './call-context.ts';
import { cappedGas, paysGas, toCallMessage } from './call-message.ts';
import { createAccessList } from './create-access-list.ts';
import { defineExecution, type ExecutionControl, type ExecutionNode } from './execution-kind.ts';

/** A call, and what it is executed on. */
export type CallExecution = Pick<CallTarget, 'block' | 'stateOverrides' | 'blockOverrides'> & {
  readonly call: CallRequest;
};

/**
 * Milliseconds of a call on the main thread: most calls of wallets and applications end within it, and what a worker
 * adds to a longer one is less.
 */
const inlineMs = 1;

/** Calls of the same function of a contract take about as long. */
function durationKey({ call: { to, data = emptyBytes } }: CallExecution): string {
  return `${to} ${data[0]} ${data[1]} ${data[2]} ${data[3]}`;
}

/** What a call may bring along on the main thread: preparing more takes as long as many calls. */
const maxHere = { bytes: 32 * 1024, keys: 128, overrides: 64 };

/** Whether preparing the call takes long, before it uses any gas. */
function isLarge({ call: { data = emptyBytes, accessList = [] }, stateOverrides }: CallExecution): boolean {
  const { values, code } = overrideSizes(stateOverrides);
  if (data.length + code > maxHere.bytes || values > maxHere.overrides || accessList.length > maxHere.keys) return true;
  let keys = 0;
  for (const { storageKeys } of accessList) keys += storageKeys.length;
  return keys > maxHere.keys;
}

/** eth_call: the output as hex. */
export const callExecution = defineExecution<CallExecution>('call', {
  inlineMs,
  durationKey,
  isLarge,
  run: (node, request, control) => {
    const { call } = request;
    const message = toCallMessage(call, cappedGas(call.gas, undefined, node.limits.gasCap));
    const context = isAtHead(node, request)
      ? node.headCall.context(control)
      : createCallContext(node, { ...request, exactHalt: true, paysGas: paysGas(call) }, control);
    const { outcome } = applyMessage(message, context);
    control.printed(outcome.prints);
    const fault = outcomeFault(outcome);
    if (fault !== undefined) throw new CallFaultError(fault);
    return toHex(outcome.output);
  },
});

/** Whether the call can use the context that all plain calls share. */
function isAtHead({ chain }: ExecutionNode, request: CallExecution): boolean {
  return isPlainCall(request.call, request) && requireHeight(chain, request.block) === chain.head().number;
}

/** eth_estimateGas: the gas as a quantity. */
export const estimateGasExecution = defineExecution<CallExecution>('estimateGas', {
  inlineMs,
  durationKey,
  isLarge,
  run: (node, { call, ...target }, control) => {
    const context = createCallContext(node, { ...target, paysGas: paysGas(call) }, control);
    const { gasLimit, maxTransactionGas } = context.block;
    // as in go-ethereum: less than any transaction needs counts as not given
    const wanted = (call.gas ?? 0n) < minTransactionGas ? undefined : call.gas;
    const limit = cappedGas(wanted, gasLimit, node.limits.gasCap);
    const message = toCallMessage(call, cappedGas(limit, undefined, maxTransactionGas ?? 0n));
    return quantity(estimateGas(message, context, (outcome) => control.printed(outcome.prints)));
  },
});

/** eth_createAccessList. */
export const accessListExecution = defineExecution<CallExecution>('createAccessList', {
  inlineMs,
  durationKey,
  isLarge,
  run: (node, { call, ...target }, control: ExecutionControl) => {
    const { accessList, applied } = createAccessList(node, call, { ...target, paysGas: paysGas(call) }, control);
    const fault = outcomeFault(applied.outcome);
    return {
      accessList: new JsonText(accessListText(accessList)),
      error: fault && callFaultText(fault),
      gasUsed: quantity(applied.gasUsed),
    };
  },
});
