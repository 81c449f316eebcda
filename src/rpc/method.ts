import type * as z from 'zod';
import type { MaybePromise } from '../primitives/maybe-promise.ts';
import type { JsonValue } from './json-value.ts';
import type { Call } from './session.ts';

/** Shape of a JSON value, for the OpenRPC document. */
export type JsonSchema = z.core.JSONSchema.BaseSchema;

/** One positional parameter. Optional ones come last. */
export type Param<T = unknown> = {
  readonly name: string;
  /** Other names of it, in requests that name their parameters. */
  readonly aliases?: readonly string[];
  readonly description: string;
  readonly required: boolean;
  /** JSON → domain value; undefined when the client left it out. A thrown error becomes -32602 with its text. */
  readonly parse: (json: unknown) => T;
  /** part of the OpenRPC document */
  readonly schema: JsonSchema;
};

/** A method, declared once: dispatch, validation, OpenRPC document, metrics label and docs page are derived from it. */
export type Method = {
  readonly summary: string;
  readonly params: readonly Param[];
  /** Set on methods whose parameters may come by name, in an object, too. */
  readonly acceptsNames?: true;
  /** Set on methods whose result does not depend on parameters: these are neither counted nor parsed. */
  readonly ignoresParams?: true;
  /** Set on methods that sign or change the chain without a key: not every web page may call them. */
  readonly isGuarded?: true;
  /** Set on methods that return what the chain has accepted: blocks limit its length, `max-response-size` does not. */
  readonly isOfChain?: true;
  readonly result: JsonSchema;
  readonly run: (params: readonly unknown[], call: Call) => MaybePromise<JsonValue>;
  /**
   * Set on methods that are faster for many requests at once: those that follow each other in a batch. Receives the
   * parameters of each request and returns their results, in the same order.
   */
  readonly runTogether?: (params: readonly (readonly unknown[])[], call: Call) => Promise<Outcomes>;
};

/** What became of each of several requests. */
export type Outcomes = readonly PromiseSettledResult<JsonValue>[];

/** Wire name → method. */
export type Methods = Readonly<Record<string, Method>>;
