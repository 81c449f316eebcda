import { boundsOf } from '#qord/kernel/codec/bounded.ts';
import type { PlainData } from '#qord/kernel/codec/codec.ts';
import type { AnyCall, NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { fieldEntries } from '#qord/kernel/module-sdk/field.ts';
import type { AbiType } from '#qord/primitives/abi/type.ts';
import type { AbiRecord, AbiValue } from '#qord/primitives/abi/value.ts';
import { developmentAccounts } from '#qord/primitives/development-accounts.ts';
import type { StateView } from '#qord/state/types.ts';
import { anyValue, type Dice } from '#qord/testing/interfaces/any-value.ts';
import { namedKeys, someKeys } from './some-keys.ts';

/** A call of a module by a development account. */
export type RandomCall = {
  readonly account: number;
  readonly module: string;
  readonly name: string;
  readonly inputs: AbiRecord;
};

/** Names and words that calls accept, so that many succeed and refer to each other. */
const words = ['one', 'two', 'yes', 'no', 'no_with_veto', 'sidechain', 'main', 'active', 'suspended', 'decommissioned'];
const kinds = ['evm', 'svm', 'defi', 'gaming', 'ethereum', 'USDC', 'optimistic', 'based', 'zk', 'sovereign', 'xqore'];
const amounts = [1n, 400n, 1_000_000n, 100_000_000n, 10_000_000_000n, 100_000_000_000n];

/** A random call; the first account is the authority, so one in eight changes a parameter of a module. */
export function randomCall(pick: Dice, modules: readonly NativeModule[], state: StateView): RandomCall {
  if (pick([0, 1, 2, 3, 4, 5, 6, 7]) === 0) return randomChange(pick, modules);
  const module = pick(modules.filter(({ calls }) => calls.some(({ isView }) => !isView)));
  // Without its office the authority could change nothing more, and views change nothing at all.
  const names = module.calls.filter(({ name, isView }) => name !== 'moveAuthority' && !isView);
  const { name, inputs }: AnyCall = pick(names);
  const keys = someKeys(state, [module]);
  const named = namedKeys(state, module);
  const values = fieldEntries(inputs).map(([field, { type, choices }]) => {
    const value = namedValue(pick, type, named.get(field) ?? choices ?? []) ?? likelyValue(pick, type, keys);
    return [field, value] as const;
  });
  return { account: pick([0, 0, 1, 2, 3, 4, 5, 6, 7]), module: module.name, name, inputs: Object.fromEntries(values) };
}

function randomChange(pick: Dice, modules: readonly NativeModule[]): RandomCall {
  const changed = pick(modules.filter(({ name, params }) => params !== undefined && name !== 'authority'));
  const bounds = boundsOf(changed.params?.codec.schema ?? {}).filter(
    ([path, { unit }]) => !path.includes('[]') && unit !== 'items' && unit !== 'bytes',
  );
  const inputs = { module: changed.name, changes: '{}' };
  if (bounds.length > 0) {
    const [path, { least, most }] = pick(bounds);
    const defaults = changed.params?.codec.toPlain(changed.params.defaultsFor('dev')) as Record<string, unknown>;
    const value = pick([least, most, defaults[path], defaults[path], -1, 2 ** 53 - 1, '9'.repeat(78), '-0.5', '1.5']);
    inputs.changes = JSON.stringify({ [path]: value });
  }
  return { account: 0, module: 'authority', name: 'setParams', inputs };
}

/** Mostly one of the known values, or the number after one; undefined for any other. */
function namedValue(pick: Dice, type: AbiType, known: readonly PlainData[]): AbiValue | undefined {
  if (known.length === 0 || pick([true, true, true, false]) === false) return undefined;
  const value = pick(known);
  if (type.kind === 'string' && typeof value === 'string') return value;
  if (type.kind === 'uint' && typeof value === 'number')
    return BigInt(pick([value, value, value + 1])) & mostOf(type.bits);
  return undefined;
}

function likelyValue(pick: Dice, type: AbiType, keys: readonly PlainData[]): AbiValue {
  const isLikely = pick([true, true, true, true, true, false]);
  if (!isLikely) return anyValue(pick, type);
  const texts = keys.filter((key) => typeof key === 'string');
  if (type.kind === 'string' && texts.length > 0 && pick([true, true, false])) return pick(texts);
  const numbers = keys.filter((key) => typeof key === 'number');
  if (type.kind === 'uint' && numbers.length > 0 && pick([true, false]))
    return BigInt(pick(numbers)) & mostOf(type.bits);
  if (type.kind === 'string') return pick([...words, ...kinds]);
  if (type.kind === 'uint') return pick(amounts) & mostOf(type.bits);
  if (type.kind === 'address') return pick(developmentAccounts.slice(0, 8)).address;
  return anyValue(pick, type);
}

const mostOf = (bits: number) => (1n << BigInt(bits)) - 1n;
