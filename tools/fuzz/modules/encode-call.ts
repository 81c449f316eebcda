import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex } from '#qord/primitives/hex.ts';

/** Encodes a call by the names of module and call. */
export function encoderOf(modules: readonly NativeModule[]) {
  return (module: string, name: string, values: AbiRecord): Uint8Array =>
    encodedCall(modules, module, name, values).data;
}

/** A call by the names of module and call, with its address and data. Throws a RangeError when there is none. */
export function encodedCall(modules: readonly NativeModule[], module: string, name: string, values: AbiRecord) {
  const found = modules
    .filter((each) => each.name === module)
    .flatMap(({ address, calls, precompiles }) => [{ address, calls }, ...precompiles])
    .flatMap(({ address, calls }) => calls.map((call) => ({ address, call })))
    .find(({ call }) => call.name === name && Object.keys(call.inputs).every((field) => field in values));
  if (found === undefined) throw new RangeError(`no ${module}.${name}`);
  const { address, call } = found;
  return { address, call, data: concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), values)) };
}
