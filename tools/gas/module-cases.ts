import { type GasRow, unknownCallName } from '#qord/kernel/module-docs/gas-rows.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import type { Address } from '#qord/primitives/address.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { lengthText, triedLengths } from './argument-bytes.ts';
import { triedArguments } from './call-data.ts';
import { exampleValues } from './example-values.ts';
import type { GasCase } from './gas-harness.ts';
import type { PreparedCall } from './prepared-chain/prepared-chain.ts';

/** A call to measure. */
export type NamedCase = {
  readonly native: string;
  readonly label: string;
  /** the arguments are those that were given */
  readonly isUnchanged?: boolean;
  readonly make: () => UnpricedCase;
};

/** `gas` undefined is what the call takes; where it takes all it gets, the price that is known beforehand. */
export type UnpricedCase = Omit<GasCase, 'gas'> & { readonly gas: bigint | undefined };

const anyone = accountOf(0);

/** What is tried with one call: what was prepared and what its example says, the first of them with every change. */
export function* moduleCases(row: GasRow, prepared: readonly PreparedCall[] = []): Generator<NamedCase> {
  const { native, address, call } = row;
  const value = call.isPayable ? 1_000_000_000_000n : 0n;
  const example = { values: exampleValues(call), succeeds: false, caller: anyone, value };
  for (const [at, made] of [...prepared, example].entries()) {
    const name = made === example ? 'example' : `prepared ${at + 1}`;
    for (const named of argumentCases(row, name, made)) {
      yield named;
      if (at > 0 && named.isUnchanged !== true) break; // one rejected case of the changed arguments is enough
    }
  }
  const common = { target: address, caller: anyone, value: 0n, kind: kindOf(row), isUndone: false } as const;
  for (const gas of [0n, call.gas]) {
    for (const length of triedLengths) {
      const make = () => ({ ...common, gas, input: concatBytes(fromHex(call.selector), new Uint8Array(length)) });
      yield { native, label: `${gas} gas and ${lengthText(length)}`, make };
    }
  }
}

function* argumentCases(row: GasRow, name: string, { values, caller, value }: PreparedCall): Generator<NamedCase> {
  const { native, address, call } = row;
  const common = { target: address, caller, value, gas: undefined, kind: kindOf(row), isUndone: false } as const;
  for (const { label, encode } of triedArguments(abiFields(call.inputs), values)) {
    const make = () => ({ ...common, input: concatBytes(fromHex(call.selector), encode()) });
    yield { native, label: `${name}, ${label}`, isUnchanged: label === 'plain', make };
    if (label !== 'plain' || call.isView) continue;
    yield {
      native,
      label: `${name}, undone each time`,
      isUnchanged: true,
      make: () => ({ ...make(), isUndone: true }),
    };
    yield {
      native,
      label: `${name}, inside a static call`,
      make: () => ({ ...make(), kind: 'STATICCALL', value: 0n }),
    };
  }
}

function kindOf({ call }: GasRow): UnpricedCase['kind'] {
  return call.isView ? 'STATICCALL' : 'CALL';
}

/** Selectors that no call has. */
export function* unknownCases(name: string, target: Address): Generator<NamedCase> {
  for (const gas of [0n, undefined]) {
    for (const length of triedLengths) {
      const input = () => new Uint8Array(length).fill(0xee);
      const make = () =>
        ({ target, caller: anyone, value: 0n, isUndone: false, kind: 'STATICCALL', gas, input: input() }) as const;
      yield { native: unknownCallName(name), label: `${gas ?? 'enough'} gas and ${lengthText(length)}`, make };
    }
  }
}
