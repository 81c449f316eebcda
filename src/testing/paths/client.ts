import { postJson } from '../raw-rpc.ts';

/** What a node without threads answers on a busy machine. */
const hasty = /timeout = /;
const attempts = 50;

/** Whether the node never had the time: it gives an execution on its main thread a tenth of a second. */
export function isHasty(error: unknown): boolean {
  return error instanceof Error && hasty.test(error.message);
}

/**
 * One request to an interface, again when the machine was too busy for it. Returns the result; throws an Error with that
 * of the response.
 */
export type Client = <Result = unknown>(method: string, ...params: readonly unknown[]) => Promise<Result>;

/** A client of the interface at this URL. */
export function clientOf(url: string): Client {
  return async <Result>(method: string, ...params: readonly unknown[]) => {
    for (let attempt = 1; ; attempt++) {
      const { result, error } = await postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
      if (error === undefined) return result as Result;
      if (attempt < attempts && hasty.test(error.message)) continue;
      throw new Error(`${method}: ${error.code} ${error.message}`);
    }
  };
}
