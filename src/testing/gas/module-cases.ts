import type { AnyCall, NativeModule } from '../../kernel/frame/define-module.ts';
import { abiFields } from '../../kernel/frame/field.ts';
import { canonicalSignature } from '../../primitives/abi/type.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { type Address, zeroAddress } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import { fromHex } from '../../primitives/hex.ts';
import { lengthText, triedLengths } from './argument-bytes.ts';
import { triedArguments } from './call-data.ts';
import { exampleValues } from './example-values.ts';
import type { GasCase } from './gas-stage.ts';

/** Something to measure. */
export type NamedCase = {
  readonly native: string;
  readonly label: string;
  readonly make: () => OpenCase;
};

/** `gas` undefined is what the call takes; where it takes all it gets, the price that is known beforehand. */
export type OpenCase = Omit<GasCase, 'gas'> & { readonly gas: bigint | undefined };

/** Arguments that a call succeeds with, and who makes it. */
export type Success = { readonly values: AbiRecord; readonly caller?: Address; readonly value?: bigint };

const anyone = developmentAccounts[0]?.address ?? zeroAddress;

export type ModuleTarget = { readonly native: string; readonly address: Address; readonly call: AnyCall };

/** Every call of the modules with the name of its row; overloaded ones show their types. */
export function moduleTargets(modules: readonly NativeModule[]): readonly ModuleTarget[] {
  return modules.flatMap((module) =>
    [{ address: module.address, calls: module.calls }, ...module.precompiles].flatMap(({ address, calls }) =>
      calls.map((call) => ({ native: `${module.name}.${nameAmong(calls, call)}`, address, call })),
    ),
  );
}

function nameAmong(calls: readonly AnyCall[], call: AnyCall): string {
  const isOverloaded = calls.some((other) => other !== call && other.name === call.name);
  return isOverloaded ? canonicalSignature({ name: call.name, inputs: abiFields(call.inputs) }) : call.name;
}

/** What is tried with one call. */
export function* moduleCases({ native, address, call }: ModuleTarget, success?: Success): Generator<NamedCase> {
  const { caller = anyone, value = call.isPayable ? 1_000_000_000_000n : 0n } = success ?? {};
  const selector = fromHex(call.selector);
  const values = success?.values ?? exampleValues(call);
  const common = { target: address, caller, value, gas: undefined, isUndone: false };
  const kind = call.isView ? 'STATICCALL' : 'CALL';
  for (const { label, encode } of triedArguments(abiFields(call.inputs), values)) {
    const make = () => ({ ...common, kind, input: concatBytes(selector, encode()) }) as const;
    yield { native, label, make };
    if (label === 'plain' && !call.isView) {
      yield { native, label: 'plain, undone each time', make: () => ({ ...make(), isUndone: true }) };
      yield {
        native,
        label: 'inside a static call',
        make: () => ({ ...make(), kind: 'STATICCALL' as const, value: 0n }),
      };
    }
  }
  for (const gas of [0n, call.gas]) {
    for (const length of triedLengths) {
      const make = () =>
        ({ ...common, value: 0n, kind, gas, input: concatBytes(selector, new Uint8Array(length)) }) as const;
      yield { native, label: `${gas} gas and ${lengthText(length)}`, make };
    }
  }
}

/** Selectors that no call has. */
export function* unknownCases(name: string, target: Address): Generator<NamedCase> {
  for (const gas of [0n, undefined]) {
    for (const length of triedLengths) {
      const input = () => new Uint8Array(length).fill(0xee);
      const make = () =>
        ({ target, caller: anyone, value: 0n, isUndone: false, kind: 'STATICCALL', gas, input: input() }) as const;
      yield { native: `${name}: no such call`, label: `${gas ?? 'enough'} gas and ${lengthText(length)}`, make };
    }
  }
}
