import assert from 'node:assert/strict';
import type { TestContext } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { assemble } from '../../testing/evm/assemble.ts';
import { errorText, postJson } from '../../testing/raw-rpc.ts';
import { startTestNode } from '../../testing/test-node.ts';

/** Where `code` puts contracts. */
export const contract = `0x${'c0'.repeat(20)}`;
export const other = `0x${'c1'.repeat(20)}`;

type Parts = readonly (string | number | bigint | Uint8Array)[];

type TracerNode = {
  readonly accounts: readonly string[];
  ask(method: string, ...params: readonly unknown[]): Promise<unknown>;
  /** `code message` of the error. */
  fault(method: string, ...params: readonly unknown[]): Promise<string>;
  /** debug_traceCall of `contract` with a tracer. */
  trace(tracer: string, config?: object, call?: object): Promise<unknown>;
  /** `code message` of the error of the same. */
  traceFault(tracer: string, config?: object): Promise<string>;
  /** Sets the code of an account. */
  code(address: string, ...instructions: Parts): Promise<void>;
};

/** A node that makes blocks for transactions only, with short texts for traces of calls. */
export async function startTracerNode(t: TestContext, flags: Record<string, string> = {}): Promise<TracerNode> {
  const { urls, accounts } = await startTestNode(t, { flags: { 'consensus.block-interval': '0s', ...flags } });
  const post = (method: string, params: readonly unknown[]) =>
    postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
  const ask = async (method: string, ...params: readonly unknown[]) => {
    const response = await post(method, params);
    assert.equal(response.error, undefined, JSON.stringify(response.error));
    return response.result;
  };
  const fault = async (method: string, ...params: readonly unknown[]) => errorText(await post(method, params));
  return {
    accounts: accounts.map(({ address }) => address),
    ask,
    fault,
    trace: (tracer, config = {}, call = {}) =>
      ask('debug_traceCall', { to: contract, ...call }, 'latest', { tracer, ...config }),
    traceFault: (tracer, config = {}) => fault('debug_traceCall', { to: contract }, 'latest', { tracer, ...config }),
    code: async (address, ...instructions) => {
      await ask('anvil_setCode', address, toHex(assemble(...instructions)));
    },
  };
}
