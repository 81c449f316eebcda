import type { FeePayer } from '../../kernel/fee-rules.ts';
import { decodeAbi } from '../../primitives/abi/decode.ts';
import { selectorOf } from '../../primitives/abi/selector.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { AbiValueError } from '../../primitives/abi/value.ts';
import { fromHex } from '../../primitives/hex.ts';
import { gasabstractionAddress } from '../addresses.ts';

const choice = parseSignature('setFeeToken(string denom)');
const selector = fromHex(selectorOf(choice));

/** Most bytes of such a call: longer ones are ignored. */
const maxCallBytes = 256;

/**
 * The token that a transaction chooses. The fee of this transaction is paid in it already, because an account with
 * bridged assets and no QOR could never choose one otherwise. Undefined for all other transactions.
 */
export function tokenChosenBy({ to, data }: FeePayer): string | undefined {
  if (to !== gasabstractionAddress || data.length > maxCallBytes || data.length < selector.length) return undefined;
  if (!selector.every((byte, at) => data[at] === byte)) return undefined;
  try {
    const { denom } = decodeAbi(choice.inputs, data.subarray(selector.length));
    return typeof denom === 'string' ? denom : undefined;
  } catch (error) {
    if (error instanceof AbiValueError) return undefined;
    throw error;
  }
}
