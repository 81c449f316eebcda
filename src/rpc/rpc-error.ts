import type { JsonValue } from './json-value.ts';

/** An error that the client receives. `data` is left out of the response when undefined. */
export class RpcError extends Error {
  override name = 'RpcError';
  readonly code: number;
  readonly data: JsonValue | undefined;
  constructor(code: number, message: string, data?: JsonValue) {
    super(message);
    this.code = code;
    this.data = data;
  }
}
