import assert from 'node:assert/strict';
import type { SmallLimit } from '../node/settings.ts';
import { type SituationName, situation } from '../situations.ts';
import type { World } from '../world/world.ts';

/** What a client is told at a limit, and the settings that make it small; none when clients come to the usual one. */
const limits: readonly (readonly [RegExp, SituationName, ...SmallLimit[]])[] = [
  [/txpool is full|underpriced: all/, 'the pool is full', 'mempool.max-transactions', 'mempool.max-bytes'],
  [/account limit exceeded/, 'an account has its limit in the pool'], // 64 behind a gap, too
  [/batch too large/, 'a batch is longer than its limit', 'json-rpc.max-batch'],
  [/\(max-response-size\)/, 'a response is longer than its limit', 'json-rpc.max-response-size'],
  [/\(max-batch-response-size\)/, 'the response to a batch is full', 'json-rpc.max-batch-response-size'],
  [/The request body may have/, 'a body is longer than its limit', 'json-rpc.max-body-size'],
  [/json-rpc\.max-trace-bytes/, 'a trace is longer than its limit', 'json-rpc.max-trace-bytes'],
  [/json-rpc\.max-waiting-calls/, 'no further execution may wait', 'json-rpc.max-waiting-calls'],
  [/too many state overrides/, 'a call overrides too much', 'json-rpc.max-override-slots'],
  [/filters of all clients/, 'no filter is left', 'json-rpc.max-filters'],
  [
    /subscriptions on one connection/,
    'a connection has its limit of subscriptions',
    'json-rpc.max-subscriptions-per-connection',
  ],
  [/WebSocket connections are taken/, 'no WebSocket connection is left', 'json-rpc.max-open-connections'],
  [/too slow: messages/, 'a slow reader is disconnected', 'json-rpc.max-unread-messages-per-connection'],
  [/query returned more than/, 'a search finds too many logs', 'json-rpc.filter-cap'],
  [/execution aborted .* 0\.02s/, 'an execution is given up', 'json-rpc.evm-timeout'],
  [/Too many requests from your address/, 'a client asks too often', 'json-rpc.rate-limit'],
  [/408 request timeout/, 'a client never ends its request'],
  [/\(http\.max-connections\)/, 'no connection is left', 'http.max-connections'],
];

/** Bytes of a response in which errors are looked for. */
const lookedAtBytes = 4_096;
const errors = /"error":\{"code":-?\d+,"message":"((?:[^"\\]|\\.)*)"/g;

/** Whether what a client got names a limit: an error of JSON-RPC, or a text. Asserts that the run has made it small. */
export function namesLimit({ small }: Pick<World, 'small'>, text: string): boolean {
  const start = text.slice(0, lookedAtBytes);
  const said = /^[[{]/.test(start) ? [...start.matchAll(errors)].map(([, message]) => message).join() : start;
  const found = said === '' ? undefined : limits.find(([words]) => words.test(said));
  if (found === undefined) return false;
  const [, name, ...keys] = found;
  const isExpected = keys.length === 0 || keys.some((key) => small.has(key));
  assert.ok(isExpected, `${name}, though ${keys.join(' and ')} is as usual: ${said.slice(0, 300)}`);
  situation(name);
  return true;
}
