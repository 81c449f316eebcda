import type { Json } from './exact-json.ts';
import { call } from './rpc.ts';
import type { Hex } from './types.ts';

/** Shapes of qord_getModules. */
type ModuleField = {
  readonly name: string;
  readonly type: string;
  readonly doc: string;
  readonly unit?: 'uqor' | 'wei' | 'blocks' | 'seconds' | 'sat';
  readonly fallback?: string;
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
  readonly schema: Json;
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
  readonly params: Json;
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

let loading: Promise<readonly ModuleDeclaration[]> | undefined;

/** The declarations of the native modules; read once. */
export function loadModules(): Promise<readonly ModuleDeclaration[]> {
  loading ??= call<readonly ModuleDeclaration[]>('qord_getModules').catch((error: unknown) => {
    loading = undefined; // the next reader tries again
    throw error;
  });
  return loading;
}
