/** One JSON-RPC request: method and parameters. */
type RpcCall = readonly [method: string, ...params: readonly unknown[]];

/** Sends requests as one batch; undefined for those with an error. Rejects when the node has ended. */
export async function callNode(url: string, calls: readonly RpcCall[]): Promise<readonly unknown[]> {
  if (calls.length === 0) return [];
  const requests = calls.map(([method, ...params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const headers = { 'content-type': 'application/json' };
  const response = await fetch(url, { method: 'POST', headers, body: JSON.stringify(requests) });
  const responses = (await response.json()) as { readonly id: number; readonly result?: unknown }[];
  const results: unknown[] = [];
  for (const { id, result } of responses) results[id] = result;
  return results;
}
