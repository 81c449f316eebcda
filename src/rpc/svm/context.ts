import type { ChainReader } from '../../chain/types.ts';
import { JsonText } from '../../primitives/json-text.ts';
import type { StateView } from '../../state/types.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { JsonValue } from '../json-value.ts';
import { type ContextOptions, headFor } from './params/context-options.ts';
import { svmVersion } from './version.ts';

/** A result with the slot it holds for. */
export function withContext(slot: number, value: JsonValue): JsonText {
  return new JsonText(`{"context":{"apiVersion":"${svmVersion}","slot":${slot}},"value":${writeJson(value)}}`);
}

/** The state after a slot. */
export type StateAt = { readonly slot: number; readonly state: StateView };

/** The newest state and its slot. Throws an RpcError when it is older than the options require. */
export function headState(chain: ChainReader, options: ContextOptions): StateAt {
  const slot = headFor(chain, options).number;
  const state = chain.states.at(slot);
  if (state === undefined) throw new Error(`no state at the head, height ${slot}`);
  return { slot, state };
}
