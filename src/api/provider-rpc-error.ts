import type { ProviderError } from './types.ts';

/** The error of a request, as EIP-1193 has it. */
export class ProviderRpcError extends Error implements ProviderError {
  override name = 'ProviderRpcError';
  readonly code: number;
  readonly data: unknown;

  constructor(code: number, message: string, data?: unknown) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

/** What requests of a node that is closed fail with (EIP-1193, 4900: disconnected). */
export function closedError(): ProviderRpcError {
  return new ProviderRpcError(4900, 'the node is closed');
}
