import { addressType, dataType, hashType } from '#qord/rpc/params/bytes.ts';
import type { ParamType } from '#qord/rpc/params/param-type.ts';
import { countType, quantityType } from '#qord/rpc/params/quantity.ts';
import type { Schema } from '#qord/testing/interfaces/json-schema.ts';
import { address, block, blockTag, boolean, data, hash, quantity, smallCount, word } from './basic-rules.ts';
import { ethRules } from './eth-rules.ts';
import { svmRules } from './svm-rules.ts';
import type { Rule } from './writer.ts';

/** A method as OpenRPC describes it. */
export type Described = {
  readonly name: string;
  readonly params: readonly { readonly name: string; readonly required: boolean; readonly schema: Schema }[];
};

/** Rules that take precedence over those of the schema. */
const dialects = { eth: ethRules, svm: svmRules } as const;
export type DialectName = keyof typeof dialects;

/** The rule of a parameter: by its name and method, by its name, else by its schema. */
export function ruleOf(dialect: DialectName, method: string, param: Described['params'][number]): Rule {
  const rules = dialects[dialect];
  return rules[`${param.name} ${method}`] ?? rules[param.name] ?? ruleOfSchema(param.schema);
}

function patternOf({ schema }: ParamType<unknown>): string {
  return schema.pattern ?? '';
}

const patterns: Readonly<Record<string, Rule>> = {
  [patternOf(hashType)]: hash,
  [patternOf(addressType)]: address,
  [patternOf(dataType)]: data,
  [patternOf(countType)]: smallCount,
  [patternOf(quantityType(256))]: (writer) => writer.oneOf([smallCount, quantity, word]),
};

const types: Readonly<Record<string, Rule>> = {
  boolean,
  integer: ({ random }) => String(random.pick([0, 1, 2, 10, 1_000, 2 ** 31, Number.MAX_SAFE_INTEGER])),
  number: ({ random }) => String(random.pick([0, 0.5, 10, 50, 99.9, 100, 1e10])),
  object: (writer) => writer.object({ a: quantity, b: address }),
  string: (writer) =>
    writer.oneOf([address, (w) => w.pick(['a', 'ethereum', 'rollup-1', 'qor1', 'bank', 'x'.repeat(300)])]),
};

function ruleOfSchema(schema: Schema): Rule {
  const { anyOf, oneOf, pattern, type, items, enum: words } = schema;
  if (words?.includes('latest')) return blockTag;
  const alternatives = anyOf ?? oneOf;
  if (alternatives !== undefined) {
    if (JSON.stringify(alternatives).includes('EIP-1898')) return block;
    const [first = block, ...others] = alternatives.map(ruleOfSchema);
    return (writer) => writer.oneOf([first, ...others]);
  }
  if (type === 'array') {
    const item = ruleOfSchema(items ?? {});
    return (writer) => writer.list(item, 4);
  }
  return patterns[pattern ?? ''] ?? (typeof type === 'string' ? types[type] : undefined) ?? quantity;
}
