import assert from 'node:assert/strict';
import { type SituationName, situation } from '../situations.ts';
import type { World } from '../world/world.ts';

const fullPool = /txpool is full|underpriced: all/;
const fullAccount = /account limit exceeded/;

/** Settings, values so small that clients come to them, and what a client is told then. */
export const limits: readonly (readonly [setting: string, small: string, SituationName, RegExp])[] = [
  ['mempool.max-transactions', '24', 'the pool is full', fullPool],
  ['mempool.max-bytes', '131072', 'the pool is full', fullPool],
  ['mempool.max-pending-per-account', '24', 'an account has its limit in the pool', fullAccount],
  ['mempool.max-queued-per-account', '1', 'an account has its limit in the pool', fullAccount],
  ['json-rpc.max-batch', '8', 'a batch is longer than its limit', /batch too large/],
  ['json-rpc.max-response-size', '4096', 'a response is longer than its limit', /\(max-response-size\)/],
  ['json-rpc.max-batch-response-size', '1024', 'the response to a batch is full', /\(max-batch-response-size\)/],
  ['json-rpc.max-body-size', '4096', 'a body is longer than its limit', /The request body may have/],
  ['json-rpc.max-trace-bytes', '1024', 'a trace is longer than its limit', /json-rpc\.max-trace-bytes/],
  ['json-rpc.max-waiting-calls', '2', 'no further execution may wait', /json-rpc\.max-waiting-calls/],
  ['json-rpc.max-override-slots', '0', 'a call overrides too much', /too many state overrides/],
  ['json-rpc.max-request-values', '1000', 'a body has too many values', /\(max-request-values\)/],
  ['json-rpc.max-filters', '1', 'no filter is left', /filters of all clients/],
  ['json-rpc.max-filters-per-address', '1', 'a client has its limit of filters', /filters from your address/],
  ['json-rpc.max-filter-terms', '2', 'filters name too much', /addresses and topics in filters/],
  ['json-rpc.max-receipt-waiters', '1', 'no further receipt may be waited for', /all clients that wait for a receipt/],
  ['json-rpc.max-subscriptions', '2', 'no subscription is left', /subscriptions of all clients/],
  [
    'json-rpc.max-subscriptions-per-connection',
    '1',
    'a connection has its limit of subscriptions',
    /subscriptions on one connection/,
  ],
  ['json-rpc.max-open-connections', '1', 'no WebSocket connection is left', /WebSocket connections are taken/],
  ['json-rpc.max-unread-messages-per-connection', '65536', 'a slow reader is disconnected', /too slow: messages/],
  ['json-rpc.filter-cap', '1', 'a search finds too many logs', /query returned more than/],
  ['json-rpc.evm-timeout', '5ms', 'an execution is given up', /execution aborted/],
  ['json-rpc.header-timeout', '1s', 'a client never ends its request', /408 request timeout/],
  ['json-rpc.rate-limit', '20', 'a client asks too often', /Too many requests from your address/],
  ['http.max-connections', '3', 'no connection is left', /\(http\.max-connections\)/],
  ['http.max-connections-per-client', '1', 'a client has its limit of connections', /max-connections-per-client\)/],
];

/** What clients come to at the usual limits, too: 64 transactions behind a gap, their own timeout, a minute, 200,000 values. */
const usual: readonly SituationName[] = [
  'an account has its limit in the pool',
  'an execution is given up',
  'a client never ends its request',
  'a body has too many values',
];

/** Bytes of a response in which errors are looked for. */
const lookedAtBytes = 4_096;
const errors = /"error":\{"code":-?\d+,"message":"((?:[^"\\]|\\.)*)"(?:,"data":"([^"]*)")?/g;

/** Whether what a client got names a limit: an error of JSON-RPC, or a text. Asserts that the run has made it small. */
export function namesLimit({ small }: Pick<World, 'small'>, text: string): boolean {
  const start = text.slice(0, lookedAtBytes);
  const said = /^[[{]/.test(start) ? [...start.matchAll(errors)].map(([, ...texts]) => texts.join()).join() : start;
  const found = said === '' ? [] : limits.filter(([, , , words]) => words.test(said));
  const [first] = found;
  if (first === undefined) return false;
  const [, , name] = first;
  const isExpected = usual.includes(name) || found.some(([setting]) => small.has(setting));
  assert.ok(
    isExpected,
    `${name}, though ${found.map(([setting]) => setting).join(' and ')} is as usual: ${said.slice(0, 300)}`,
  );
  situation(name);
  return true;
}
