import { isBuiltin } from 'node:module';
import { parseSync } from 'vite';
import type { Source } from './source-rules.ts';

const words = (text: string): readonly string[] => text.split(/\s+/);

/** Globals that neither time, chance nor other threads change. */
const globals = words(`AbortController Array ArrayBuffer BigInt BigUint64Array Blob Boolean Buffer DataView DOMException
  Error Event Float64Array Headers Int32Array JSON Map Number Object Promise RangeError RegExp Request Response Set
  SharedArrayBuffer String Symbol SyntaxError TextDecoder TextEncoder TypeError URL URLSearchParams Uint32Array
  Uint8Array WeakMap WeakSet WebAssembly console decodeURIComponent encodeURIComponent fetch queueMicrotask
  structuredClone undefined`);

/** Globals of which only these members are used, by these names. */
const members: Readonly<Record<string, readonly string[]>> = {
  AbortSignal: ['any'],
  Atomics: ['compareExchange', 'load', 'store'],
  Date: ['parse'],
  Math: words('abs ceil clz32 floor imul max min round trunc'),
  process:
    words(`arch argv env execArgv execPath exit exitCode getuid kill off on pid platform stderr stdin stdout version
    versions`),
};

/** Modules of Node of which everything is used. */
const wholeModules = words(
  `buffer events fs fs/promises http https net path readline stream/consumers tls url util zlib`,
);

/** Modules of which only these exports are used. */
const exportsOf: Readonly<Record<string, readonly string[]>> = {
  crypto: words('createCipheriv createDecipheriv createECDH createHash hash pbkdf2Sync scryptSync'),
  'guarded-worker.ts': ['NativeCalls'],
  module: ['createRequire'],
  os: words('availableParallelism constants homedir setPriority tmpdir'),
  v8: words('deserialize serialize setFlagsFromString'),
  vm: ['Script', 'constants'],
  worker_threads: ['parentPort', 'workerData'],
};

/** Names of members and exports by which libraries draw random numbers. */
const drawing = /^(?:random(?:Bytes|UUID\w*|Int|Fill\w*|SecretKey|PrivateKey)|getRandomValues|generateKey\w*|keygen)$/;

/** A node of a syntax tree (ESTree, with the types of TypeScript). */
type Node = { readonly type: string; readonly start: number; readonly end: number; readonly [member: string]: unknown };

function isNode(value: unknown): value is Node {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** Nodes directly below, with the names of their places; of types, only the expression that has one. */
function childrenOf(node: Node): readonly (readonly [place: string, child: Node])[] {
  return Object.entries(node)
    .filter(([place]) => !node.type.startsWith('TS') || (place === 'expression' && node.type !== 'TSClassImplements'))
    .flatMap(([place, value]) => [value].flat().flatMap((each) => (isNode(each) ? [[place, each] as const] : [])));
}

/** Whether a name at this place is that of a member or a label, which refers to nothing. */
function isLabel(place: string, { type, computed }: Node): boolean {
  if (place === 'property' || place === 'key') return computed !== true;
  return /^(?:label|exported|imported)$/.test(place) || type === 'MetaProperty';
}

/** Places of names that are declared. */
const declares = /^(?:VariableDeclarator|Function\w+|Class\w+) id$|^\w+ params?$/;

/** What an import or a re-export takes that is not allowed. */
function faultsOfImport(node: Node): readonly string[] {
  const { source, specifiers = node, importKind, exportKind } = node; // all of a module has no specifiers
  if (!isNode(source) || importKind === 'type' || exportKind === 'type') return [];
  const from = String(source.value);
  const module = from.replace(/^node:|.*\/(?=guarded-worker)/, '');
  const exports = exportsOf[module] ?? (isBuiltin(module) && !wholeModules.includes(module) ? [] : undefined);
  return [specifiers].flat().flatMap((each) => {
    if (!isNode(each) || each.importKind === 'type') return [];
    const name = isNode(each.imported) ? String(each.imported.name) : 'all';
    const isDrawn = drawing.test(name) && !from.endsWith('/machine.ts');
    return isDrawn || exports?.includes(name) === false ? [`${name} of ${from}`] : [];
  });
}

/** What `text` takes from the real machine: clocks, timers, random numbers and threads that are not of machine.ts. */
export function usesOfMachine({ file, text }: Source): string[] {
  const declared = new Set<string>();
  const uses: { readonly name?: string; readonly use: string }[] = [];
  const sourceOf = ({ start, end }: Node) => text.slice(start, end);
  const noteReference = (name: string, place: string, parent: Node) => {
    const isMember = parent.type === 'MemberExpression' && place === 'object';
    const member = isMember && isNode(parent.property) && !parent.computed ? String(parent.property.name) : '';
    const isType = parent.type === 'BinaryExpression' && parent.operator === 'instanceof';
    const isDated = name === 'Date' && parent.type === 'NewExpression' && [parent.arguments].flat().length > 0;
    if (globals.includes(name) || members[name]?.includes(member) || isType || isDated) return;
    uses.push({ name, use: isMember || parent.type === 'NewExpression' ? sourceOf(parent) : name });
  };
  const visit = (node: Node, place: string, parent: Node, isDeclared: boolean) => {
    uses.push(...faultsOfImport(node).map((use) => ({ use })));
    if (node.type.startsWith('Export') && isNode(node.source)) return;
    if (node.type === 'Identifier') {
      const name = String(node.name);
      if (isDeclared || (place === 'local' && parent.type.startsWith('Import'))) declared.add(name);
      else if (!isLabel(place, parent)) noteReference(name, place, parent);
      else if (drawing.test(name) && /^(?:Member|Property)/.test(parent.type)) uses.push({ use: sourceOf(parent) });
    }
    for (const [below, child] of childrenOf(node)) {
      const isName = isDeclared && below !== 'right' && below !== 'key';
      visit(child, below, node, isName || declares.test(`${node.type} ${below}`));
    }
  };
  const { program } = parseSync(file, text) as unknown as { readonly program: Node };
  visit(program, '', program, false);
  return [...new Set(uses.filter(({ name = '' }) => !declared.has(name)).map(({ use }) => use))];
}
