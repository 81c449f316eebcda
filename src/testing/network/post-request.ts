type Reply = { readonly result: unknown; readonly error?: { readonly code: number; readonly message: string } };

/**
 * Sends a JSON-RPC request. When the connection breaks before the response, which happens on a busy machine, a request
 * that only reads is sent once more. Throws an Error that names the method and the cause.
 */
export async function postRequest(url: string, method: string, params: readonly unknown[]): Promise<Reply> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const send = async () => {
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return (await response.json()) as Reply;
  };
  const named = (error: unknown) => new Error(`${method}: ${codeOf(error)}`, { cause: error });
  try {
    return await send();
  } catch (error) {
    if (codeOf(error) === 'ECONNREFUSED' || method.startsWith('eth_send')) throw named(error);
    return await send().catch((again: unknown) => Promise.reject(named(again)));
  }
}

/** The code of the system, such as ECONNRESET, or the message. */
function codeOf(error: unknown): string {
  const cause = error instanceof Error ? (error.cause ?? error) : error;
  if (!(cause instanceof Error)) return String(cause);
  return 'code' in cause ? String(cause.code) : cause.message;
}
