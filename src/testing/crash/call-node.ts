/** One JSON-RPC request: method and parameters. */
export type Ask = readonly [method: string, ...params: readonly unknown[]];

/** Sends requests as one batch; undefined for those answered with an error. Rejects when the node is gone. */
export async function callNode(url: string, asks: readonly Ask[]): Promise<readonly unknown[]> {
  if (asks.length === 0) return [];
  const requests = asks.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(requests) });
  const answers = (await response.json()) as { readonly id: number; readonly result?: unknown }[];
  const results: unknown[] = [];
  for (const { id, result } of answers) results[id] = result;
  return results;
}
