import type { Hash } from '../../primitives/hash.ts';
import { optional } from '../dispatch/define.ts';
import type { JsonValue } from '../json-value.ts';
import { mapValue, paramOf } from '../params/param-type.ts';
import { looseCountType } from '../params/quantity.ts';
import type { Call } from '../session.ts';

/** milliseconds */
const defaultWaitMs = 20_000;
const maxWaitMs = 60_000;

/** How long a client waits for a receipt, in milliseconds. */
export const timeoutParam = optional(
  paramOf(
    'timeout',
    `Milliseconds to wait, ${maxWaitMs} at most; ${defaultWaitMs} when left out.`,
    mapValue(looseCountType, (milliseconds) => Math.min(milliseconds, maxWaitMs)),
  ),
  defaultWaitMs,
);

/** Submits a transaction and resolves with its receipt once it is in a block; see `ReceiptWaiters.wait`. */
export type WaitForReceipt = (hash: Hash, milliseconds: number, submit: () => void, call: Call) => Promise<JsonValue>;
