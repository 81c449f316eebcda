import type { Method, Param } from '../method.ts';
import { RpcError } from '../rpc-error.ts';
import type { Dialect, ParamsFault } from './dialect.ts';
import { isJsonObject, type JsonObject } from './request.ts';

type ToFault = (fault: ParamsFault) => RpcError;

const none: readonly unknown[] = [];

/** JSON `params` → the arguments of the handler, one per declared parameter. Throws an RpcError of the dialect. */
export function readParams(name: string, method: Method, json: unknown, dialect: Dialect): readonly unknown[] {
  if (method.ignoresParams) return none;
  const { params } = method;
  const toFault: ToFault = (fault) => dialect.paramsFault(name, fault);
  const given = method.acceptsNames && isJsonObject(json) ? inOrder(params, json, toFault) : (json ?? none);
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

/**
 * Parameters by name → by position. An object that names none of them is the only parameter of a method that has one:
 * clients send the options of `anvil_reset` or `evm_mine` so.
 */
function inOrder(params: readonly Param[], json: JsonObject, toFault: ToFault): readonly unknown[] {
  const names = params.map(({ name, aliases = [] }) => [name, ...aliases]);
  const given = names.map((each) => each.find((name) => Object.hasOwn(json, name)));
  const others = Object.keys(json).filter((name) => !given.includes(name)); // a second name of one that is there, too
  if (params.length === 1 && others.length > 0 && given[0] === undefined) return [json];
  const [other] = others;
  if (other !== undefined) throw toFault({ code: 'unknown-name', name: other, names: names.flat() });
  return given.map((name) => (name === undefined ? undefined : json[name]));
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
