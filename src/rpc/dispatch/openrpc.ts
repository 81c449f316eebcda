import { JsonText } from '../../primitives/json-text.ts';
import type { JsonValue, LongText } from '../json-value.ts';
import type { Method, Methods, Param } from '../method.ts';
import { define } from './define.ts';
import { inParts } from './long-text.ts';
import { writeJson } from './write-json.ts';

/** The `info` of the document. */
export type InterfaceInfo = { readonly title: string; readonly version: string; readonly description: string };

const specVersion = '1.3.2';

/** Adds `rpc.discover`, which returns the OpenRPC document of all methods and itself. */
export function withDiscovery(methods: Methods, info: InterfaceInfo): Methods {
  let document: string | LongText | undefined; // created once: it is long and never changes
  const discover = define(
    'This interface as an OpenRPC document.',
    [],
    { type: 'object', description: 'OpenRPC document.' },
    () => {
      document ??= inParts(writeJson(toOpenRpc(all, info)));
      return typeof document === 'string' ? new JsonText(document) : document;
    },
  );
  const all: Methods = { ...methods, 'rpc.discover': discover };
  return all;
}

/** OpenRPC document of a method table (https://spec.open-rpc.org). */
function toOpenRpc(methods: Methods, info: InterfaceInfo): JsonValue {
  return {
    openrpc: specVersion,
    info,
    methods: Object.keys(methods)
      .sort()
      .flatMap((name) => describe(name, methods[name])),
  };
}

function describe(name: string, method: Method | undefined): JsonValue[] {
  if (method === undefined) return [];
  const [namespace] = name.split('_');
  return [
    {
      name,
      summary: method.summary,
      ...(namespace === name || namespace === undefined ? {} : { tags: [{ name: namespace }] }),
      paramStructure: method.acceptsNames ? 'either' : 'by-position',
      params: method.params.map(describeParam),
      result: { name: 'result', schema: plain(method.result) },
    },
  ];
}

function describeParam({ name, description, required, schema }: Param): JsonValue {
  return { name, description, required, schema: plain(schema) };
}

/** A schema is JSON, though its type does not say so. */
function plain(schema: object): JsonValue {
  return JSON.parse(JSON.stringify(schema));
}
