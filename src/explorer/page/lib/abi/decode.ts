import {
  decodeErrorResult,
  decodeEventLog,
  decodeFunctionData,
  decodeFunctionResult,
  erc20Abi,
  erc721Abi,
  erc1155Abi,
  toEventSelector,
  toFunctionSelector,
} from 'viem';
import type { AbiItem, AbiParameter } from '../../../../sources/abi-item.ts';
import type { ModuleDeclaration } from '../modules/modules.ts';
import type { Hex, Log } from '../node/types.ts';
import type { KnownContract } from './abi-store.ts';
import { toAbi } from './viem-abi.ts';

/** A call, event or error decoded with an ABI. */
export type Decoded = {
  readonly name: string;
  /** origin of the ABI */
  readonly source: string;
  readonly args: readonly DecodedArgument[];
};
export type DecodedArgument = {
  readonly name: string;
  readonly type: string;
  readonly value: unknown;
  readonly unit: string | undefined;
  /** the token whose amount it is */
  readonly token?: Hex | undefined;
  /** the collection whose token it names */
  readonly collection?: Hex | undefined;
  /** whether only the hash of the value is in the log */
  readonly isHash?: boolean;
};

/** Arguments by position or by name. */
type Values = readonly unknown[] | Readonly<Record<string, unknown>>;

type Described = { readonly item: AbiItem; readonly source: string };

/** Decodes by selector and topic: first the contract's own ABI, then modules, then any ABI that fits. */
export class Decoder {
  readonly #functions = new Map<string, Described[]>();
  readonly #events = new Map<string, Described[]>();
  readonly #errors: AbiItem[] = [];

  constructor(modules: readonly ModuleDeclaration[], contracts: ReadonlyMap<string, KnownContract>) {
    for (const [address, { name, abi }] of contracts) this.#add(abi, name, address);
    for (const { contracts: own, events, address } of modules) {
      for (const contract of own) this.#add(contract.calls, contract.name, contract.address.toLowerCase());
      this.#add(events, own[0]?.name ?? '', address.toLowerCase());
    }
    this.#add(erc20Abi, 'ERC-20', '');
    this.#add(erc721Abi, 'ERC-721', '');
    this.#add(erc1155Abi, 'ERC-1155', '');
  }

  #add(abi: readonly AbiItem[], source: string, address: string): void {
    for (const item of abi) {
      for (const entry of toAbi([item])) {
        if (entry.type === 'function') push(this.#functions, toFunctionSelector(entry), { item, source }, address);
        if (entry.type === 'event') push(this.#events, toEventSelector(entry), { item, source }, address);
        if (entry.type === 'error') this.#errors.push(item);
      }
    }
  }

  /** The call that the data of a transaction encode; undefined when no ABI fits. */
  call(to: Hex | null | undefined, data: Hex): Decoded | undefined {
    return firstOf(candidates(this.#functions, data.slice(0, 10), to), ({ item, source }) => {
      const { args = [] } = decodeFunctionData({ abi: toAbi([item]), data });
      const selector = data.slice(0, 10);
      const args20 = amountsOf[selector];
      const marked = named(item.inputs, args).map((arg, at) => markToken(arg, args20 === at ? to : undefined));
      return { name: item.name ?? '', source, args: marked };
    });
  }

  /** What a call returned. */
  result(to: Hex | null | undefined, input: Hex, data: Hex): readonly DecodedArgument[] | undefined {
    return firstOf(candidates(this.#functions, input.slice(0, 10), to), ({ item }) => {
      const result = decodeFunctionResult({ abi: toAbi([item]), data });
      const count = item.outputs?.length ?? 0;
      const results = named(item.outputs, count === 1 || !Array.isArray(result) ? [result] : result);
      return resultsOf.has(input.slice(0, 10)) ? results.map((each) => markToken(each, to)) : results;
    });
  }

  log({ address, topics, data }: Log): Decoded | undefined {
    const [topic, ...indexed] = topics;
    if (topic === undefined) return undefined;
    return firstOf(candidates(this.#events, topic, address), ({ item, source }) => {
      const event = decodeEventLog({ abi: toAbi([item]), topics: [topic, ...indexed], data });
      const args: Values = event.args ?? {};
      const values = (item.inputs ?? []).map(({ name }, at) => (isList(args) ? args[at] : args[name ?? '']));
      const decoded = named(item.inputs, values).map((arg, at) => ({ ...arg, isHash: isHashed(item.inputs?.[at]) }));
      return { name: item.name ?? '', source, args: markLog(topic, topics.length, address, decoded) };
    });
  }

  /** Why a call reverted. */
  revert(data: Hex): string | undefined {
    if (data.length < 10) return undefined;
    try {
      const { errorName, args = [] } = decodeErrorResult({ abi: toAbi(this.#errors), data });
      if (errorName === 'Error') return String(args[0]);
      if (errorName === 'Panic') return `Panic: ${panics[String(args[0])] ?? `code ${args[0]}`}`;
      return `${errorName}(${args.map(String).join(', ')})`;
    } catch {
      return undefined;
    }
  }
}

/** Codes of Panic(uint256), in decimal (https://docs.soliditylang.org/en/latest/control-structures.html). */
const panics: Readonly<Record<string, string>> = {
  0: 'generic, of the compiler',
  1: 'an assert failed',
  17: 'arithmetic overflow or underflow',
  18: 'division by zero',
  33: 'no such member of an enum',
  34: 'storage bytes are encoded wrongly',
  49: 'pop from an empty array',
  50: 'index out of the bounds of an array',
  65: 'too much memory',
  81: 'call of an uninitialised function',
};

/** Calls of ERC-20 that move or allow an amount: which argument it is. */
const amountsOf: Readonly<Record<string, number>> = {
  '0xa9059cbb': 1, // transfer
  '0x095ea7b3': 1, // approve
  '0x23b872dd': 2, // transferFrom
  '0x40c10f19': 1, // mint
  '0x42966c68': 0, // burn
};
/** balanceOf, totalSupply, allowance */
const resultsOf = new Set(['0x70a08231', '0x18160ddd', '0xdd62ed3e']);

const transferTopic = toEventSelector('Transfer(address,address,uint256)');
const approvalTopic = toEventSelector('Approval(address,address,uint256)');
/** Of ERC-1155: the fourth argument is an id, or a list of ids. */
const itemTopics = [
  toEventSelector('TransferSingle(address,address,address,uint256,uint256)'),
  toEventSelector('TransferBatch(address,address,address,uint256[],uint256[])'),
];

function markToken(arg: DecodedArgument, token: Hex | null | undefined): DecodedArgument {
  return token && typeof arg.value === 'bigint' ? { ...arg, token } : arg;
}

/** ERC-20 and ERC-721 have the same events; the latter index the id of the token. */
function markLog(
  topic: Hex,
  topics: number,
  address: Hex,
  args: readonly DecodedArgument[],
): readonly DecodedArgument[] {
  if (itemTopics.includes(topic)) return args.map((arg, at) => (at === 3 ? { ...arg, collection: address } : arg));
  if (topic !== transferTopic && topic !== approvalTopic) return args;
  const last = args.length - 1;
  return args.map((arg, at) => {
    if (at !== last || typeof arg.value !== 'bigint') return arg;
    return topics === 4 ? { ...arg, collection: address } : { ...arg, token: address };
  });
}

/** Texts, bytes, lists and tuples that are indexed are in the log as their hash only. */
function isHashed(input: AbiParameter | undefined): boolean {
  return input?.indexed === true && /^(?:string|bytes|tuple.*|.*\])$/.test(input.type);
}

/** `Array.isArray`, whose type does not exclude read-only lists. */
function isList(args: Values): args is readonly unknown[] {
  return Array.isArray(args);
}

function push(map: Map<string, Described[]>, key: string, described: Described, address: string): void {
  for (const place of [`${key} ${address}`, key]) map.set(place, [...(map.get(place) ?? []), described]);
}

function candidates(map: ReadonlyMap<string, Described[]>, key: string, address: Hex | null | undefined): Described[] {
  return [...(map.get(`${key} ${(address ?? '').toLowerCase()}`) ?? []), ...(map.get(key) ?? [])];
}

/** The first that decodes: the data may only look as if they matched an ABI. */
function firstOf<T>(described: readonly Described[], decode: (each: Described) => T): T | undefined {
  for (const each of described) {
    try {
      return decode(each);
    } catch {
      // the next ABI may fit
    }
  }
  return undefined;
}

function named(inputs: readonly AbiParameter[] = [], values: readonly unknown[]): DecodedArgument[] {
  return inputs.map(({ name, type, unit }, at) => ({ name: name || `#${at}`, type, value: values[at], unit }));
}
