import assert from 'node:assert/strict';
import type { Fork, NativeContract, NativeResult } from '../../kernel/engine.ts';
import { parseAddress, zeroAddress } from '../../primitives/address.ts';
import { precompiles } from '../precompiles/precompiles.ts';

const plenty = 1_000_000_000_000n;

/** The precompile of this number. */
export function precompileAt(number: number, fork: Fork): NativeContract {
  const contract = precompiles(fork).at(parseAddress(`0x${number.toString(16).padStart(40, '0')}`));
  assert.ok(contract, `no precompile ${number} in ${fork}`);
  return contract;
}

/** What a call of the precompile comes to. */
export function callPrecompile(
  number: number,
  input: Uint8Array,
  { fork = 'osaka', gas = plenty }: { fork?: Fork; gas?: bigint } = {},
): NativeResult {
  return precompileAt(number, fork).run({
    input,
    gas,
    caller: zeroAddress,
    origin: zeroAddress,
    self: zeroAddress,
    value: 0n,
    isStatic: false,
    depth: 1,
    get block(): never {
      return assert.fail('a precompile asked for the block');
    },
    get state(): never {
      return assert.fail('a precompile asked for the state');
    },
    emit: () => assert.fail('a precompile wrote a log'),
    callEvm: () => assert.fail('a precompile ran code'),
  });
}

/** Output in hex, or 'failure'. */
export function resultOf(number: number, input: Uint8Array, fork: Fork = 'osaka'): string {
  const result = callPrecompile(number, input, { fork });
  return result.status === 'failure' ? 'failure' : Buffer.from(result.output).toString('hex');
}
