import { decodeAbi } from '../../primitives/abi/decode.ts';
import { selectorOf } from '../../primitives/abi/selector.ts';
import { parseSignature } from '../../primitives/abi/type.ts';
import { AbiValueError } from '../../primitives/abi/value.ts';
import { toHex } from '../../primitives/hex.ts';
import type { InnerResult } from '../engine.ts';

const errorSignature = parseSignature('Error(string message)');
const errorSelector = selectorOf(errorSignature);
/** Longest text that is kept, in units of UTF-16. */
const maxText = 256;
/** The first half of a character that was cut: a text with it cannot be stored. */
const halfAtEnd = /[\ud800-\udbff]$/;

/** Why code that a module ran has failed: the reason of its revert, or of its halt. */
export function failureText({ failure, output }: Pick<InnerResult, 'failure' | 'output'>): string {
  if (failure !== 'revert') return failure ?? '';
  const reason = toHex(output.subarray(0, 4)) === errorSelector ? reasonOf(output) : undefined;
  return reason === undefined ? 'execution reverted' : `execution reverted: ${cut(reason)}`;
}

function cut(reason: string): string {
  return reason.length <= maxText ? reason : reason.slice(0, maxText).replace(halfAtEnd, '');
}

function reasonOf(output: Uint8Array): string | undefined {
  try {
    return String(decodeAbi(errorSignature.inputs, output.subarray(4)).message);
  } catch (error) {
    if (error instanceof AbiValueError) return undefined;
    throw error;
  }
}
