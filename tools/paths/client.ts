import { postJson } from '#qord/testing/raw-rpc.ts';

/** Answers that depend on how busy the machine is: a node without threads gives an execution a tenth of a second. */
const hasty = /timeout|timed out|busy|too long|took longer|at most \d+ ms/;
const attempts = 50;

/** Whether a request failed because the node never had the time. */
export function isHasty(error: unknown): boolean {
  return error instanceof Error && hasty.test(error.message);
}

/** The same of a response, as text. */
export function isHastyResponse(text: string): boolean {
  const [, message] = /"code":-\d+,"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  return message !== undefined && hasty.test(message);
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
