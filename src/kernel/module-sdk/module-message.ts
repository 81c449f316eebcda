import { encodeAbi } from '../../primitives/abi/encode.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { AnyCall, NativeModule } from './define-module.ts';
import { abiFields } from './field.ts';

type Callable = Pick<NativeModule, 'name' | 'address' | 'calls'>;

/** A call of a module by its name. Throws a RangeError when it declares none. */
export function moduleCall({ name: module, calls }: Callable, name: string): AnyCall {
  const found = calls.find((call) => call.name === name);
  if (found === undefined) throw new RangeError(`${module} declares no call ${name}`);
  return found;
}

/** Address and data of a call of a module, as a transaction or a contract would send it. */
export function moduleMessage(module: Callable, name: string, values: AbiRecord) {
  const { selector, inputs } = moduleCall(module, name);
  const data = concatBytes(fromHex(selector), encodeAbi(abiFields(inputs), values));
  return { to: module.address satisfies Address, data };
}
