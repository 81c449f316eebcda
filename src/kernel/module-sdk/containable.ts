import { AbiValueError } from '../../primitives/abi/value.ts';
import { ArithmeticError } from '../../primitives/arithmetic-error.ts';
import { RlpError } from '../../primitives/rlp/item.ts';
import { InsufficientBalanceError } from '../../state/types.ts';
import { CodecError } from '../codec/codec.ts';
import { ModuleCallError } from './call.ts';

/** What state or block made a module throw. */
export type Containable = 'codec' | 'arithmetic' | 'fault';

/**
 * What V8 throws for integers that have no result. A RangeError of another text may come from the memory or the stack of
 * this process, which other nodes do not share.
 */
const arithmetic = /^Division by zero$|^Maximum BigInt size exceeded$|cannot be converted to a BigInt/;

/**
 * The kind of an error that follows from state and block alone, so that every node meets it alike: the module is undone,
 * and the others continue. Undefined for any other, such as one of the store, of the origin, of memory or of a thread.
 */
export function containable(error: unknown): Containable | undefined {
  if (error instanceof CodecError || error instanceof RlpError || error instanceof AbiValueError) return 'codec';
  if (error instanceof ModuleCallError || error instanceof InsufficientBalanceError) return 'fault';
  if (error instanceof ArithmeticError) return 'arithmetic';
  return error instanceof RangeError && arithmetic.test(error.message) ? 'arithmetic' : undefined;
}
