import type { Method, Param } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import type { Dialect, ParamsFault } from './dialect.ts';

type ToFault = (fault: ParamsFault) => RpcError;

const none: readonly unknown[] = [];

/** JSON `params` → the arguments of the handler, one per declared parameter. Throws an RpcError of the dialect. */
export function readParams(name: string, method: Method, json: unknown, dialect: Dialect): readonly unknown[] {
  if (method.ignoresParams) return none;
  const { params } = method;
  const toFault: ToFault = (fault) => dialect.paramsFault(name, fault);
  const given = json ?? none;
  if (!Array.isArray(given)) throw toFault({ code: 'not-a-list' });
  if (given.length > params.length) {
    throw toFault({ code: 'too-many', given: given.length, required: requiredCount(params), most: params.length });
  }
  if (params.length === 0) return none;
  return params.map((param, index) => {
    const value: unknown = given[index];
    if (param.required && (value === undefined || value === null)) {
      throw toFault({ code: 'missing', index, given: given.length, required: requiredCount(params) });
    }
    return readParam(param, index, value, toFault);
  });
}

function readParam(param: Param, index: number, value: unknown, toFault: ToFault): unknown {
  try {
    return param.parse(value);
  } catch (error) {
    if (error instanceof RpcError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw toFault({ code: 'invalid', index, name: param.name, reason });
  }
}

function requiredCount(params: readonly Param[]): number {
  return params.filter(({ required }) => required).length;
}
