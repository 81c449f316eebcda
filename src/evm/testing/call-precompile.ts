import assert from 'node:assert/strict';
import type { Fork, NativeResult, PrecompiledContract } from '../../kernel/engine.ts';
import { parseAddress } from '../../primitives/address.ts';
import { precompiles } from '../precompiles/precompiles.ts';

/** The precompile of this number. */
export function precompileAt(number: number, fork: Fork): PrecompiledContract {
  const contract = precompiles(fork).at(parseAddress(`0x${number.toString(16).padStart(40, '0')}`));
  assert.ok(contract?.stateful === false, `no precompile ${number} in ${fork}`);
  return contract;
}

type PrecompileResult = Exclude<NativeResult, { readonly status: 'revert' | 'out of gas' }>;

/** The result of a call of the precompile. */
export function callPrecompile(
  number: number,
  input: Uint8Array,
  { fork = 'osaka' }: { fork?: Fork } = {},
): PrecompileResult {
  const precompile = precompileAt(number, fork);
  const output = precompile.run(input);
  return output === undefined ? { status: 'failure' } : { status: 'success', gasUsed: precompile.gas(input), output };
}

/** Output in hex, or 'failure'. */
export function resultOf(number: number, input: Uint8Array, fork: Fork = 'osaka'): string {
  const result = callPrecompile(number, input, { fork });
  return result.status === 'failure' ? 'failure' : Buffer.from(result.output).toString('hex');
}
