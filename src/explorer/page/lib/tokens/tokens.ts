import { keccak256, pad, toHex } from 'viem';
import { readBack } from '../node/newest-logs.ts';
import { call } from '../node/rpc.ts';
import type { Hex, Log } from '../node/types.ts';
import { returnedNumber, returnedText } from '../text/foreign-text.ts';
import { boundedCall } from './bounded-call.ts';
import { type HeldItem, type Item, itemsIn, itemTopics, readHeld } from './token-items.ts';

export type TokenFacts = {
  readonly address: Hex;
  readonly kind: 'ERC-20' | 'ERC-721' | 'ERC-1155';
  /** empty where the contract has none, as for most of ERC-1155 */
  readonly name: string;
  readonly symbol: string;
  /** Decimals of an ERC-20 token; 0 for others. */
  readonly decimals: number;
  /** in the smallest unit; undefined where the contract does not count it */
  readonly supply: bigint | undefined;
};
type TokenBalance = TokenFacts & { readonly balance: bigint };

const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'));

/** Interfaces of collections by their id (ERC-165). */
const collections = [
  { kind: 'ERC-721', id: '80ac58cd' },
  { kind: 'ERC-1155', id: 'd9b67a26' },
] as const;

async function supports(address: Hex, id: string): Promise<boolean> {
  return returnedNumber(await boundedCall(address, `0x01ffc9a7${id.padEnd(64, '0')}`)) === 1n;
}

/** Selectors of the calls that ERC-20 has without arguments. */
const questions = {
  name: '0x06fdde03',
  symbol: '0x95d89b41',
  decimals: '0x313ce567',
  totalSupply: '0x18160ddd',
} as const;

/** Decimals that an ERC-20 can state: its type is uint8. */
const mostDecimals = 255n;

/** What a contract says of itself as a token or a collection of tokens; undefined when it is neither. */
export async function readToken(address: Hex): Promise<TokenFacts | undefined> {
  const ask = (each: keyof typeof questions) => boundedCall(address, questions[each]);
  const [[name, symbol, decimals, supply], isCollection] = await Promise.all([
    Promise.all((['name', 'symbol', 'decimals', 'totalSupply'] as const).map(ask)),
    Promise.all(collections.map(({ id }) => supports(address, id))),
  ]);
  const texts = { address, name: returnedText(name) ?? '', symbol: returnedText(symbol) ?? '' };
  const counted = returnedNumber(supply);
  const collection = collections.find((_, at) => isCollection[at]);
  if (collection !== undefined) return { ...texts, kind: collection.kind, decimals: 0, supply: counted };
  const places = returnedNumber(decimals);
  if (places === undefined || places > mostDecimals || counted === undefined) return undefined;
  return { ...texts, kind: 'ERC-20', decimals: Number(places), supply: counted };
}

/** How far back histories are searched. */
const reach = { step: 2_000, blocks: 20_000 };
/** Most tokens whose balances are read. */
const mostTokens = 100;

/** Tokens found, and how far back the logs were read. */
export type FoundTokens = {
  readonly tokens: readonly TokenBalance[];
  /** single tokens of collections that the account holds */
  readonly items: readonly HeldItem[];
  /** the oldest block whose logs were read; 0 when there is nothing older */
  readonly from: number;
  /** whether there were more tokens than are shown */
  readonly isCut: boolean;
};

/** The tokens whose transfers in the newest blocks name an account, with what it has of them. Reads logs in steps, newest first. */
export async function readTokenBalances(account: Hex): Promise<FoundTokens> {
  const topic = pad(account, { size: 32 });
  const found = new Set<Hex>();
  const received = new Map<string, Item>();
  const from = await readBack(reach, async (range) => {
    const search = (topics: readonly (Hex | readonly Hex[] | null)[]) =>
      call<readonly Log[]>('eth_getLogs', [{ ...range, topics }]);
    const logs = await Promise.all([
      search([transferTopic, topic]),
      search([transferTopic, null, topic]),
      search([itemTopics, null, null, topic]),
    ]);
    for (const log of logs.flat()) {
      const items = itemsIn(log);
      for (const item of items) received.set(`${item.collection} ${item.id}`, item);
      if (items.length === 0) found.add(log.address);
    }
    return found.size < mostTokens && received.size < mostTokens;
  });
  const read = await Promise.all([...found].slice(0, mostTokens).map((token) => readBalance(token, account)));
  const held = await Promise.all([...received.values()].slice(0, mostTokens).map((item) => readHeld(item, account)));
  const isCut = Math.max(found.size, received.size) > mostTokens;
  return { tokens: read.filter(isThere), items: held.filter(isThere), from, isCut };
}

function isThere<T>(value: T | undefined): value is T {
  return value !== undefined;
}

/** Most tokens that one search by name returns. */
const mostMatches = 10;

/**
 * Tokens of the newest blocks whose name or symbol begins with a text (lower case), those with exactly that one first;
 * fungible ones and collections.
 */
export async function findTokensByName(text: string): Promise<readonly TokenFacts[]> {
  const seen = new Set<Hex>();
  const matches: TokenFacts[] = [];
  await readBack(reach, async (range) => {
    const logs = await call<readonly Log[]>('eth_getLogs', [{ ...range, topics: [[transferTopic, ...itemTopics]] }]);
    const added = [...new Set(logs.map(({ address }) => address))].filter((each) => !seen.has(each));
    for (const address of added.slice(0, mostTokens - seen.size)) seen.add(address);
    const tokens = await Promise.all(added.filter((each) => seen.has(each)).map(readToken));
    matches.push(...tokens.filter(isThere).filter((token) => namesOf(token).some((name) => name.startsWith(text))));
    return matches.length < mostMatches && seen.size < mostTokens;
  });
  const isExact = (token: TokenFacts) => namesOf(token).includes(text);
  return matches.toSorted((a, b) => Number(isExact(b)) - Number(isExact(a))).slice(0, mostMatches);
}

function namesOf({ name, symbol }: TokenFacts): readonly string[] {
  return [name.trim().toLowerCase(), symbol.trim().toLowerCase()];
}

async function readBalance(token: Hex, account: Hex): Promise<TokenBalance | undefined> {
  const facts = await readToken(token);
  if (facts?.kind !== 'ERC-20') return undefined;
  const balance = returnedNumber(await boundedCall(token, `0x70a08231${pad(account).slice(2)}`));
  if (balance === undefined) return undefined;
  return { ...facts, balance };
}
