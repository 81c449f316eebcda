import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Method, Outcomes, Param } from '../method.ts';
import type { Call } from '../session.ts';

/** What parameters parse to. */
export type Parsed<P> = { [Index in keyof P]: P[Index] extends Param<infer T> ? T : never };

/**
 * Declares a method. The arguments of its handler have the types that its parameters parse to.
 *
 * `define('Balance of an account, in wei.', [account, block], quantitySchema, ([who, at]) => …)`
 */
export function define<const P extends readonly Param[]>(
  summary: string,
  params: P,
  result: JsonSchema,
  run: (args: Parsed<P>, call: Call) => MaybePromise<JsonValue>,
): Method {
  // the dispatcher passes exactly what these parameters have parsed
  return { summary, params, result, run: (args, call) => run(args as Parsed<P>, call) };
}

/**
 * Declares a method that handles many requests at once, such as those that follow each other in a batch, in another way
 * than one: `runTogether` returns what became of each, in the same order.
 */
export function defineTogether<const P extends readonly Param[]>(
  summary: string,
  params: P,
  result: JsonSchema,
  run: (args: Parsed<P>, call: Call) => Promise<JsonValue>,
  runTogether: (requests: readonly Parsed<P>[], call: Call) => Promise<Outcomes>,
): Method {
  const together: Method['runTogether'] = (requests, call) => runTogether(requests as readonly Parsed<P>[], call);
  return { ...define(summary, params, result, run), runTogether: together };
}

/**
 * A method that returns something the chain has accepted, such as a receipt: it can always be read, however long it is.
 * Its parts are sent as the client reads them.
 */
export function ofChain(method: Method): Method {
  return { ...method, isOfChain: true };
}

/** Makes a parameter optional: when it is left out or null, the handler gets `fallback`. */
export function optional<T, F>(param: Param<T>, fallback: F): Param<T | F> {
  const parse = (json: unknown) => (json === undefined || json === null ? fallback : param.parse(json));
  return { ...param, required: false, parse };
}
