import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import { define, type Parsed } from '../dispatch/define.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Methods, Param } from '../method.ts';
import type { Call } from '../session.ts';

/** Methods that have a name with the prefix `evm_`, too. */
const ofEvm = new Set(
  'setAutomine setBlockGasLimit increaseTime setNextBlockTimestamp setTime snapshot revert'.split(' '),
);

/** Further names in anvil. */
const otherNames: Readonly<Record<string, readonly string[]>> = {
  setNonce: ['evm_setAccountNonce'],
  setBalance: ['tenderly_setBalance'],
  addBalance: ['tenderly_addBalance'],
  setPrevRandao: ['anvil_setNextBlockPrevRandao'],
};

/** A method under its names in Foundry and Hardhat: `anvil_…` and `hardhat_…`. It is declared as `define` has it. */
export function toolMethod<const P extends readonly Param[]>(
  name: string,
  summary: string,
  params: P,
  result: JsonSchema,
  run: (args: Parsed<P>, call: Call) => MaybePromise<JsonValue>,
): Methods {
  const method = define(summary, params, result, run);
  const prefixes = ofEvm.has(name) ? ['evm', 'anvil', 'hardhat'] : ['anvil', 'hardhat'];
  const names = [...prefixes.map((prefix) => `${prefix}_${name}`), ...(otherNames[name] ?? [])];
  return Object.fromEntries(names.map((each) => [each, method]));
}

/** The same for one that changes something and returns null. */
export function setter<const P extends readonly Param[]>(
  name: string,
  summary: string,
  params: P,
  change: (args: Parsed<P>, call: Call) => unknown,
): Methods {
  return toolMethod(name, summary, params, { type: 'null' }, (args, call) => {
    const changed = change(args, call);
    return changed instanceof Promise ? changed.then(() => null) : null;
  });
}
