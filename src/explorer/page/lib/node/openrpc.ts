import type { Json } from './exact-json.ts';
import { callOn, type Port } from './rpc.ts';

/** A JSON schema, as far as a form needs it. */
export type Schema = {
  readonly type?: string | readonly string[];
  readonly enum?: readonly Json[];
  readonly pattern?: string;
  readonly description?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  /** For records and parameters of modules: the unit of a number. */
  readonly 'x-unit'?: string;
  /** Power of two by which it is multiplied. */
  readonly 'x-scale-bits'?: number;
  readonly 'x-bounds'?: { readonly unit?: string };
};

export type MethodParam = {
  readonly name: string;
  readonly description?: string;
  readonly required: boolean;
  readonly schema: Schema;
};
export type Method = {
  readonly name: string;
  readonly summary: string;
  readonly params: readonly MethodParam[];
  readonly result: { readonly schema: Schema };
  /** Interface that serves it. */
  readonly port: Port;
};

type Document = { readonly methods: readonly Omit<Method, 'port'>[] };

/** Every method of an interface, from its OpenRPC document. What is no name of a method could be run where it is pasted. */
export async function readMethods(port: Port): Promise<readonly Method[]> {
  const { methods } = await callOn<Document>(port, 'rpc.discover', []);
  return methods.filter(({ name }) => /^[\w.]+$/.test(name)).map((method) => ({ ...method, port }));
}

const alternatives = ({ anyOf, oneOf }: Schema): readonly Schema[] => anyOf ?? oneOf ?? [];

/** Whether a value of the schema is always text. */
function isText(schema: Schema): boolean {
  const all = alternatives(schema);
  if (all.length > 0) return all.every(isText);
  return schema.type === 'string' || (schema.enum?.every((value) => typeof value === 'string') ?? false);
}

/** The values that a schema allows, as texts of a field; undefined where they are not a fixed set. */
export function choicesOf(schema: Schema): readonly string[] | undefined {
  if (schema.type === 'boolean') return ['true', 'false'];
  if (schema.enum !== undefined) return schema.enum.map(paramText);
  const all = alternatives(schema).map(choicesOf);
  return all.length > 0 && all.every((each) => each !== undefined) ? all.flat() : undefined;
}

/** Whether a value may be an object or a list: those take more room to write. */
export function isStructured(schema: Schema): boolean {
  const all = alternatives(schema);
  return all.length > 0 ? all.some(isStructured) : schema.type === 'object' || schema.type === 'array';
}

/** The schema in a few words. */
export function schemaText(schema: Schema): string {
  const all = alternatives(schema);
  if (all.length > 0) return [...new Set(all.map(schemaText))].join(' or ');
  if (schema.enum !== undefined) return schema.enum.map((value) => JSON.stringify(value)).join(', ');
  if (schema.properties !== undefined) return `{ ${Object.keys(schema.properties).join(', ')} }`;
  if (schema.type === 'array') return `[${schema.items === undefined ? '' : schemaText(schema.items)}]`;
  if (schema.pattern?.startsWith('^0[xX][0-9a-fA-F]{40}')) return 'address';
  if (schema.pattern?.startsWith('^0[xX][0-9a-fA-F]{64}')) return '32 bytes';
  if (schema.pattern?.startsWith('^0[xX](')) return schema.pattern.includes('{2}') ? 'bytes 0x…' : 'quantity 0x…';
  return String(schema.type ?? 'anything');
}

/** Text of a field → JSON. Undefined for an empty optional field. Throws a SyntaxError for malformed JSON. */
export function parseParam(text: string, { required, schema }: MethodParam): unknown {
  const trimmed = text.trim();
  if (trimmed === '' && !required) return undefined;
  if (isText(schema)) return text;
  if (/^(?:[[{"]|-?\d|true$|false$|null$)/.test(trimmed) && !/^0x/i.test(trimmed)) return JSON.parse(trimmed);
  return text;
}

/** The same way back. */
export function paramText(value: unknown): string {
  return value === undefined || value === null
    ? ''
    : typeof value === 'string'
      ? value
      : JSON.stringify(value, null, 1);
}
