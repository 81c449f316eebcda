import type { Json } from '../node/exact-json.ts';
import type { Schema } from '../node/openrpc.ts';
import { call } from '../node/rpc.ts';
import type { Hex } from '../node/types.ts';
import { keepDeclaration, keptDeclaration } from './kept-declarations.ts';

/** Shapes of qord_getModules. */
type ModuleField = {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly unit?: 'uqor' | 'wei' | 'blocks' | 'seconds' | 'sat';
  readonly fallback?: string;
  /** For a text: its allowed values. */
  readonly choices?: readonly string[];
  readonly indexed?: boolean;
  readonly components?: readonly ModuleField[];
};

type ModuleCall = {
  readonly type: 'function';
  readonly name: string;
  readonly doc: string;
  readonly selector: Hex;
  readonly stateMutability: 'view' | 'payable' | 'nonpayable';
  readonly inputs: readonly ModuleField[];
  readonly outputs: readonly ModuleField[];
  readonly gas: number;
  readonly gasPerByte: number;
  readonly coveredBytes: number;
};

type ModuleEvent = {
  readonly type: 'event';
  readonly name: string;
  readonly doc: string;
  readonly topic: Hex;
  readonly inputs: readonly ModuleField[];
};

export type ModuleRecord = {
  readonly name: string;
  readonly doc: string;
  readonly key: readonly { readonly name: string; readonly doc: string }[] | null;
  readonly schema: Schema;
};

type ModuleMethod = {
  readonly name: string;
  readonly doc: string;
  readonly params: readonly {
    readonly name: string;
    readonly doc: string;
    readonly schema: Json;
    readonly example: Json;
  }[];
};

export type ModuleDeclaration = {
  readonly name: string;
  readonly address: Hex;
  readonly doc: string;
  readonly params: Schema | null;
  readonly records: readonly ModuleRecord[];
  readonly contracts: readonly {
    readonly name: string;
    readonly address: Hex;
    readonly calls: readonly ModuleCall[];
  }[];
  readonly events: readonly ModuleEvent[];
  readonly methods: readonly ModuleMethod[];
  readonly faults: readonly { readonly name: string; readonly code: number; readonly reason: string }[];
};

/** One of qord_listModules. */
export type ModuleBrief = {
  readonly name: string;
  readonly address: Hex;
  readonly doc: string;
  readonly hash: string;
  readonly contracts: readonly { readonly name: string; readonly address: Hex }[];
  readonly calls: number;
  readonly records: number;
  readonly events: number;
};

let briefs: Promise<readonly ModuleBrief[]> | undefined;
const declarations = new Map<string, Promise<ModuleDeclaration>>();

/** What there is; read once. */
export function loadBriefs(): Promise<readonly ModuleBrief[]> {
  briefs ??= call<readonly ModuleBrief[]>('qord_listModules').catch((error: unknown) => {
    briefs = undefined; // the next reader tries again
    throw error;
  });
  return briefs;
}

/** The declarations of all native modules: those that this browser does not have yet are read. */
export async function loadModules(): Promise<readonly ModuleDeclaration[]> {
  const all = await loadBriefs();
  const missing = all.filter(({ name, hash }) => !declarations.has(name) && !takeKept(name, hash));
  if (missing.length > 0) readDeclarations(missing);
  return Promise.all(all.flatMap(({ name }) => declarations.get(name) ?? []));
}

/** The declaration of one module; undefined when there is no such module. */
export async function loadModule(wanted: string): Promise<ModuleDeclaration | undefined> {
  const brief = (await loadBriefs()).find(({ name }) => name === wanted);
  if (brief === undefined) return undefined;
  if (!declarations.has(wanted) && !takeKept(wanted, brief.hash)) readDeclarations([brief]);
  return declarations.get(wanted);
}

function takeKept(name: string, hash: string): boolean {
  const kept = keptDeclaration(name, hash);
  if (kept !== undefined) declarations.set(name, Promise.resolve(kept));
  return kept !== undefined;
}

function readDeclarations(wanted: readonly ModuleBrief[]): void {
  const read = call<readonly ModuleDeclaration[]>('qord_getModules', [wanted.map(({ name }) => name)]);
  for (const { name, hash } of wanted) {
    const one = read.then((all) => {
      const found = all.find((each) => each.name === name);
      if (found === undefined) throw new Error(`The node does not describe its module ${name}.`);
      keepDeclaration(hash, found);
      return found;
    });
    declarations.set(name, one);
    one.catch(() => declarations.delete(name)); // the next reader tries again
  }
}
