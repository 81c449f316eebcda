import { isObject } from '../../../primitives/objects.ts';
import type { Param } from '../../method.ts';
import { type ParamType, paramOf } from '../../params/param-type.ts';
import { type ContextOptions, contextType } from './context-options.ts';
import { optionalParam, u64Type } from './svm-type.ts';

/** A parameter that is a slot. */
export function slotParam(name: string, description: string): Param<number | bigint> {
  return paramOf(name, description, u64Type);
}

/** A slot, or the options object in its place. */
export function slotOrType<T>(options: ParamType<T>): ParamType<number | bigint | T> {
  return {
    parse: (json) => (isObject(json) ? options : u64Type).parse(json),
    schema: { anyOf: [u64Type.schema, options.schema] },
  };
}

export const endSlotParam: Param<number | bigint | ContextOptions | undefined> = optionalParam(
  'endSlot',
  'The last slot, or the options in its place; the newest slot when left out.',
  slotOrType(contextType),
  undefined,
);
