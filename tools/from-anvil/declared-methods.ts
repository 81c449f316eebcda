import { evmMethods } from '#qord/rpc/evm-interface/evm-methods.ts';
import type { Methods } from '#qord/rpc/method.ts';
import { testLimits } from '#qord/testing/evm-interface.ts';
import { createDevelopmentInterface } from '#qord/testing/interfaces/development-interface.ts';

const namespaces = ['eth', 'web3', 'net', 'txpool', 'debug'];

/** The methods of a development network, until the signal aborts. */
export function declaredMethods(signal: AbortSignal): Methods {
  return evmMethods({ ...createDevelopmentInterface(signal).parts, limits: testLimits }, namespaces);
}
