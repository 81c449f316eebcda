import { define } from '../dispatch/define.ts';
import type { Methods } from '../method.ts';

/** The part of a method's name before the underscore. */
function namespaceOf(name: string): string {
  return name.split('_', 1)[0] ?? name;
}

/**
 * Namespaces that are served with another: the records behind the qor_ methods, and what Otterscan calls besides its
 * own.
 */
const servedWith: Readonly<Record<string, string>> = { qord: 'qor', erigon: 'ots' };

function apiNameOf(namespace: string): string {
  return servedWith[namespace] ?? namespace;
}

/** The methods whose namespace is in the list, and rpc_modules, which returns the list. */
export function methodsOfApi(methods: Methods, api: readonly string[]): Methods {
  const served = Object.entries(methods).filter(([name]) => api.includes(apiNameOf(namespaceOf(name))));
  const present = [...new Set(served.map(([name]) => namespaceOf(name)))].sort();
  const modules = Object.fromEntries([...present, 'rpc'].map((name) => [name, '1.0']));
  const schema = { type: 'object', additionalProperties: { type: 'string' } } as const;
  return {
    ...Object.fromEntries(served),
    rpc_modules: define('Namespaces served here, each with its version.', [], schema, () => modules),
  };
}
