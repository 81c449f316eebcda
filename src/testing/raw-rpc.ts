/** A response as it was received: the members it has. */
export type RawResponse = {
  readonly jsonrpc: string;
  readonly id: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
};

/** Posts a body unchanged; returns status and text. */
export async function post(url: string, body: string | Uint8Array): Promise<{ status: number; text: string }> {
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return { status: response.status, text: await response.text() };
}

/** Posts a body unchanged; returns the parsed JSON of the response. */
export async function postJson<Response = RawResponse>(url: string, body: string | Uint8Array): Promise<Response> {
  return JSON.parse((await post(url, body)).text);
}

/** A request whose parameters are JSON text, so that they can be text that JSON.stringify never produces. */
export function requestText(method: string, params: readonly string[], id = 1): string {
  return `{"jsonrpc":"2.0","id":${id},"method":${JSON.stringify(method)},"params":[${params.join()}]}`;
}

/** `code message` of an error; the result in JSON when there is none. */
export function errorText({ result, error }: RawResponse): string {
  return error === undefined ? `result ${JSON.stringify(result)}` : `${error.code} ${error.message}`;
}
