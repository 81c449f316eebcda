import { noBlockOverrides } from '../../evm/overrides/block-overrides.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import type { Address } from '../../primitives/address.ts';
import { type Hash, hashFromNumber } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { createCallContext } from '../execution/call-context.ts';
import { cappedGas, toCallMessage } from '../execution/call-message.ts';
import { createAccessList } from '../execution/create-access-list.ts';
import {
  assertNotStopped,
  defineExecution,
  type ExecutionControl,
  type ExecutionNode,
  type ExecutionRequest,
} from '../execution/execution-kind.ts';
import { latest } from '../params/block-ref.ts';
import type { CallRequest } from '../params/call-request.ts';
import { maxTraceMs } from '../tracing/run-trace.ts';

/** What a token is asked: balanceOf(owner), or allowance(owner, spender). */
export type TokenView = {
  readonly token: Address;
  readonly name: keyof typeof selectors;
  readonly accounts: readonly Address[];
};

type TokenSlot = ExecutionRequest & { readonly view: TokenView; readonly amount: bigint };

const selectors = { balanceOf: '0x70a08231', allowance: '0xdd62ed3e' } as const;

/**
 * The storage slot of a token that its view returns, whatever is in it; null when there is none. Each slot that the view
 * reads is tried with the amount and with another one, because one alone may be what it returns anyway.
 */
export const tokenSlotExecution = defineExecution<TokenSlot>('tokenSlot', {
  timeout: () => maxTraceMs, // many calls
  run: (node, { view: { token, name, accounts }, amount }, control) => {
    const words = accounts.map((account) => account.slice(2).padStart(64, '0'));
    const data = fromHex(`${selectors[name]}${words.join('')}`);
    const call: CallRequest = { to: token, data, isAmbiguous: false };
    const target = { block: latest, stateOverrides: new Map(), blockOverrides: noBlockOverrides, paysGas: false };
    const { accessList } = createAccessList(node, call, target, control);
    const slots = accessList.find(({ address }) => address === token)?.storageKeys ?? [];
    const values = [amount, amount === 0n ? 1n : amount - 1n].map(hashFromNumber);
    return (
      slots.find((slot) => values.every((value) => outputWith(node, call, [slot, value], control) === value)) ?? null
    );
  },
});

function outputWith(
  node: ExecutionNode,
  call: CallRequest,
  entry: readonly [Hash, Hash],
  control: ExecutionControl,
): Hex | undefined {
  assertNotStopped(control);
  const stateOverrides = call.to === undefined ? new Map() : new Map([[call.to, { stateDiff: new Map([entry]) }]]);
  const target = { block: latest, stateOverrides, blockOverrides: noBlockOverrides, paysGas: false };
  const message = toCallMessage(call, cappedGas(undefined, undefined, node.limits.gasCap));
  const { outcome } = applyMessage(message, createCallContext(node, target, control));
  return outcome.status === 'success' ? toHex(outcome.output) : undefined;
}
