import type { z } from 'zod';
import type { JsonValue, Method, Param } from '../contract.ts';

/** What a list of parameters parses to. */
type Values<Params extends readonly Param[]> = {
  readonly [Index in keyof Params]: Params[Index] extends Param<infer Value> ? Value : never;
};

/** Declares a method whose `run` gets its parameters parsed and typed. */
export function svmMethod<const Params extends readonly Param[]>(
  summary: string,
  params: Params,
  result: z.core.JSONSchema.BaseSchema,
  run: (values: Values<Params>) => JsonValue,
): Method {
  // The dispatcher hands over what the `parse` of each parameter returned, in order.
  return { summary, params, result, run: (values) => run(values as Values<Params>) };
}
