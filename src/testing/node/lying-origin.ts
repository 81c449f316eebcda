import { createServer } from 'node:http';
import type { TestContext } from 'node:test';
import { postJson, type RawResponse } from '../raw-rpc.ts';
import { listen } from './listen.ts';

/** What it says instead of what the real node has said. */
type Lie = (method: string, params: readonly unknown[], result: unknown) => unknown;

/**
 * An origin of forks in front of a real node: the returned object has its address, what it makes of the results, and
 * what it asks the node with the parameters it gets.
 */
export async function startLyingOrigin(t: Pick<TestContext, 'after'>, real: string) {
  const origin: { url: string; lie: Lie; passOn: (params: readonly unknown[]) => readonly unknown[] } = {
    url: '',
    lie: (_method, _params, result) => result,
    passOn: (params) => params,
  };
  const server = createServer(async (request, response) => {
    let body = '';
    for await (const part of request) body += part;
    const { method, params, ...envelope } = JSON.parse(body);
    const asked = JSON.stringify({ ...envelope, method, params: origin.passOn(params) });
    const { result, ...rest } = await postJson<RawResponse>(real, asked);
    const told = rest.error === undefined ? { result: origin.lie(method, params, result) } : {};
    response.end(JSON.stringify({ ...rest, ...told }));
  });
  origin.url = `http://127.0.0.1:${await listen(t, server)}`;
  return origin;
}
