import { canonicalSignature } from '../../primitives/abi/type.ts';
import type { Address } from '../../primitives/address.ts';
import type { AnyCall, NativeModule } from '../module-sdk/define-module.ts';
import { abiFields } from '../module-sdk/field.ts';

/** A call of a module as a row of the gas tables. */
export type GasRow = {
  readonly native: string;
  readonly module: string;
  readonly address: Address;
  readonly call: AnyCall;
};

/** Every call of the modules; overloaded ones show their types. */
export function gasRows(modules: readonly NativeModule[]): readonly GasRow[] {
  return modules.flatMap((module) =>
    [{ address: module.address, calls: module.calls }, ...module.precompiles].flatMap(
      ({ address, calls, ...group }) => {
        const name = 'family' in group ? group.name : module.name;
        return calls.map((call) => ({ native: nameOf(name, calls, call), module: module.name, address, call }));
      },
    ),
  );
}

/** The name of the row for an unknown selector. */
export function unknownCallName(module: string): string {
  return `${module}: no such call`;
}

/** The price of a call, e.g. `30,000 + 8 per byte of arguments beyond 96`. */
export function gasFormula({ gas, gasPerByte, coveredBytes }: AnyCall): string {
  if (gasPerByte === 0n) return gas.toLocaleString('en-US');
  const beyond = coveredBytes === 0 ? '' : ` beyond ${coveredBytes}`;
  return `${gas.toLocaleString('en-US')} + ${gasPerByte} per byte of arguments${beyond}`;
}

function nameOf(module: string, calls: readonly AnyCall[], call: AnyCall): string {
  const isOverloaded = calls.some((other) => other !== call && other.name === call.name);
  return `${module}.${isOverloaded ? canonicalSignature({ name: call.name, inputs: abiFields(call.inputs) }) : call.name}`;
}
