/** One JSON-RPC call; throws on an error response. `signal`, when it aborts, closes its connection. */
export async function rpc(url, method, params = [], signal = null) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    signal,
  });
  const { result, error } = await response.json();
  if (error) throw new Error(`${method}: ${error.code} ${error.message}`);
  return result;
}
