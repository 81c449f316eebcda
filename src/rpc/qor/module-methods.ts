import { createHash } from 'node:crypto';
import type { AnyCall, AnyEvent, NativeModule } from '../../kernel/module-sdk/define-module.ts';
import { type Field, type Fields, fieldEntries } from '../../kernel/module-sdk/field.ts';
import type { AnySingle, AnyTable } from '../../kernel/module-sdk/genesis.ts';
import type { ModuleQuery } from '../../kernel/module-sdk/query.ts';
import { type AbiType, formatType } from '../../primitives/abi/type.ts';
import { toChecksum } from '../../primitives/address.ts';
import { JsonText } from '../../primitives/json-text.ts';
import { define, optional } from '../dispatch/define.ts';
import { toAscii } from '../dispatch/long-text.ts';
import { writeJson } from '../dispatch/write-json.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Methods, Param } from '../method.ts';
import { listOf } from '../params/object.ts';

const text: JsonSchema = { type: 'string' };
const objects: JsonSchema = { type: 'array', items: { type: 'object' } };

/** Hex digits of a hash of a declaration. */
const hashDigits = 32;

const briefSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'address', 'doc', 'hash', 'contracts', 'calls', 'records', 'events', 'hasParams'],
  properties: {
    name: text,
    address: text,
    doc: text,
    hash: { ...text, description: 'Changes with the declaration.' },
    contracts: { ...objects, description: 'Name and address of each contract.' },
    calls: { type: 'integer', description: 'How many; records and events likewise.' },
    records: { type: 'integer' },
    events: { type: 'integer' },
    hasParams: { type: 'boolean' },
  },
};

const namesParam: Param<readonly string[]> = {
  name: 'names',
  description: 'Names of the modules that are wanted; all when it is left out.',
  required: true,
  schema: { type: 'array', items: { type: 'string' } },
  parse: (json) => {
    const names = listOf(json);
    if (names.every((name) => typeof name === 'string')) return names;
    throw new TypeError('must be a list of names');
  },
};

/** One module in the result of qord_getModules. */
const moduleSchema: JsonSchema = {
  type: 'object',
  required: ['name', 'address', 'doc', 'params', 'records', 'contracts', 'events', 'methods', 'faults'],
  properties: {
    name: text,
    address: { ...text, description: 'Account that keeps its records and coins.' },
    doc: text,
    params: { description: 'JSON schema of its parameters; null without any.' },
    records: {
      ...objects,
      description: 'Records: name, doc, the parts of the key (null for a single record), schema.',
    },
    contracts: { ...objects, description: 'Addresses where it is called, with an ABI, units and gas of each call.' },
    events: { ...objects, description: 'Events: ABI, topic, units.' },
    methods: { ...objects, description: 'Its qor_ methods: name, doc, parameters.' },
    faults: { ...objects, description: 'Why its calls are rejected: name, number, reason.' },
  },
};

/** The declarations of the native modules, for programs that show or call modules without knowing each of them. */
export function moduleMethods(modules: readonly NativeModule[]): Methods {
  let made: readonly Declared[] | undefined; // made once: it is long, and always the same
  const declared = () => {
    made ??= modules.map(declare);
    return made;
  };
  return {
    qord_getModules: define(
      'The native modules: parameters, records, calls, events, methods and faults, as they are declared.',
      [optional(namesParam, undefined)],
      { type: 'array', items: moduleSchema },
      ([names]) => {
        const wanted = declared().filter(({ name }) => names === undefined || names.includes(name));
        return new JsonText(`[${wanted.map(({ text: each }) => each).join(',')}]`);
      },
    ),
    qord_listModules: define(
      'The native modules in brief, each with a hash of its declaration: a client that has kept a declaration with that hash need not read it again.',
      [],
      { type: 'array', items: briefSchema },
      () => declared().map(({ brief }) => brief),
    ),
  };
}

type Declared = { readonly name: string; readonly text: string; readonly brief: JsonValue };

function declare(module: NativeModule): Declared {
  const { name, address, doc, params, singles, tables, calls, precompiles, events } = module;
  const written = writeJson(describeModule(module)).toString();
  const own = calls.length > 0 ? [{ name, address, calls }] : [];
  const contracts = [...own, ...precompiles];
  const brief = {
    name,
    address: toChecksum(address),
    doc,
    hash: createHash('sha256').update(written).digest('hex').slice(0, hashDigits),
    contracts: contracts.map((contract) => ({ name: contract.name, address: toChecksum(contract.address) })),
    calls: contracts.reduce((sum, contract) => sum + contract.calls.length, 0),
    records: singles.length + tables.length,
    events: events.length,
    hasParams: params !== undefined,
  };
  // many in a batch would take 0.2 s to be escaped
  return { name, text: toAscii(written), brief };
}

function describeModule(module: NativeModule): JsonValue {
  const { name, address, doc, params, singles, tables, calls, precompiles, events, queries, faults } = module;
  const own = calls.length > 0 ? [{ name, address, calls }] : [];
  return {
    name,
    address: toChecksum(address),
    doc,
    params: params === undefined ? null : plain(params.codec.schema),
    records: [...singles.map(describeSingle), ...tables.map(describeTable)],
    contracts: [...own, ...precompiles].map((contract) => ({
      name: contract.name,
      address: toChecksum(contract.address),
      ...('family' in contract && { others: contract.family.others.map(toChecksum) }),
      calls: contract.calls.map(describeCall),
    })),
    events: events.map(describeEvent),
    methods: queries.map(describeQuery),
    faults: Object.entries(faults).map(([fault, { code, reason }]) => ({ name: fault, code, reason })),
  };
}

function describeSingle({ name, doc, value }: AnySingle): JsonValue {
  return { name, doc, key: null, schema: plain(value.schema) };
}

function describeTable({ name, doc, keyParts, value }: AnyTable): JsonValue {
  return { name, doc, key: keyParts.map((part) => ({ name: part.name, doc: part.doc })), schema: plain(value.schema) };
}

function describeCall(call: AnyCall): JsonValue {
  const mutability = call.isView ? 'view' : call.isPayable ? 'payable' : 'nonpayable';
  return {
    type: 'function',
    name: call.name,
    doc: call.doc,
    selector: call.selector,
    stateMutability: mutability,
    inputs: describeFields(call.inputs),
    outputs: describeFields(call.outputs),
    gas: call.gas,
    gasPerByte: call.gasPerByte,
    coveredBytes: call.coveredBytes,
  };
}

function describeEvent({ name, doc, topic, fields }: AnyEvent): JsonValue {
  const inputs = fieldEntries(fields).map(([member, field]) => ({
    ...describeField(member, field),
    indexed: field.indexed ?? false,
  }));
  return { type: 'event', name, doc, topic, anonymous: false, inputs };
}

function describeFields(fields: Fields): JsonValue[] {
  return fieldEntries(fields).map(([name, field]) => describeField(name, field));
}

function describeField(name: string, { type, doc, unit, option, choices }: Field<unknown>) {
  return { ...abiParameter(name, type), doc, unit, fallback: option?.fallback, choices };
}

/** As in the JSON of a Solidity ABI: a tuple has its members as `components`. */
function abiParameter(name: string, type: AbiType): { readonly [member: string]: JsonValue | undefined } {
  const { fields, suffix } = tupleIn(type);
  if (fields === undefined) return { name, type: formatType(type) };
  return { name, type: `tuple${suffix}`, components: fields.map((field) => abiParameter(field.name, field.type)) };
}

function tupleIn(type: AbiType, suffix = ''): { readonly fields: TupleFields | undefined; readonly suffix: string } {
  if (type.kind === 'tuple') return { fields: type.fields, suffix };
  if (type.kind === 'array') return tupleIn(type.item, `[${type.length ?? ''}]${suffix}`);
  return { fields: undefined, suffix };
}

type TupleFields = Extract<AbiType, { kind: 'tuple' }>['fields'];

function describeQuery({ name, doc, params }: ModuleQuery): JsonValue {
  const described = params.map((param) => ({
    name: param.name,
    doc: param.doc,
    schema: plain(param.schema),
    example: param.example,
  }));
  return { name, doc, params: described };
}

/** A schema is JSON already; only its type does not say so. */
function plain(schema: object): JsonValue {
  return JSON.parse(JSON.stringify(schema));
}
