import { ExhaustedError } from '../../evm/instance/exhausted-error.ts';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import type { TextPieces } from '../dispatch/text-of-pieces.ts';
import type { JsonValue } from '../json-value.ts';
import { outOfRoom } from './errors.ts';
import type { ExecutionControl, ExecutionKind, ExecutionNode, ExecutionRequest } from './execution-kind.ts';

/**
 * Runs an execution and uses its result, which may be made while it is used; one that `control` ends becomes the error of its kind, and one for which the engine has no room an
 * error that says so. `timeoutMs`: the limit that the error names
 */
export function runToEnd<Q extends ExecutionRequest, Result>(
  kind: ExecutionKind<Q>,
  node: ExecutionNode,
  request: Q,
  control: ExecutionControl,
  timeoutMs: number,
  use: (result: JsonValue | TextPieces) => Result,
): Result {
  try {
    return use(kind.run(node, request, control));
  } catch (error) {
    if (error instanceof ExhaustedError) throw outOfRoom();
    throw error instanceof ExecutionStoppedError ? kind.timedOut(timeoutMs, request) : error;
  }
}
