import { decodeAbiParameters, decodeFunctionResult, encodeFunctionData, erc20Abi, keccak256, pad, toHex } from 'viem';
import { toQuantity } from './hex.ts';
import { call, RpcError } from './rpc.ts';
import type { Hex, Log } from './types.ts';

type TokenFacts = {
  readonly address: Hex;
  readonly name: string;
  readonly symbol: string;
  readonly decimals: number;
};
type TokenBalance = TokenFacts & { readonly balance: bigint };

const transferTopic = keccak256(toHex('Transfer(address,address,uint256)'));

type Reader = 'name' | 'symbol' | 'decimals' | 'totalSupply';

async function read(token: Hex, functionName: Reader): Promise<unknown> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName });
  const result = await call<Hex>('eth_call', [{ to: token, data }, 'latest']);
  return decodeFunctionResult({ abi: erc20Abi, functionName, data: result });
}

/** Name, symbol and decimals of an ERC-20 token; undefined when the contract is none. */
export async function readToken(address: Hex): Promise<(TokenFacts & { readonly supply: bigint }) | undefined> {
  try {
    const [name, symbol, decimals, supply] = await Promise.all(
      (['name', 'symbol', 'decimals', 'totalSupply'] as const).map((each) => read(address, each)),
    );
    return {
      address,
      name: String(name),
      symbol: String(symbol),
      decimals: Number(decimals),
      supply: BigInt(String(supply)),
    };
  } catch {
    return undefined;
  }
}

/** Blocks whose logs are read in one request. */
const step = 2_000;
/** Most blocks that are read of a history, the newest. */
const mostBlocks = 20_000;
/** Most requests for logs that one search makes. */
const mostRequests = 40;
/** Most tokens whose balances are read. */
const mostTokens = 100;

/** Tokens found, and how far back the logs were read. */
export type FoundTokens = {
  readonly tokens: readonly TokenBalance[];
  /** the oldest block whose logs were read; 0 when there is nothing older */
  readonly from: number;
  /** whether there were more tokens than are shown */
  readonly isCut: boolean;
};

/** The tokens whose transfers in the newest blocks name an account, with its balance. Reads logs in steps, newest first. */
export async function readTokenBalances(account: Hex): Promise<FoundTokens> {
  const topic = pad(account, { size: 32 });
  const found = new Set<Hex>();
  const from = await readBack(async (range) => {
    const search = (topics: readonly (Hex | null)[]) => call<readonly Log[]>('eth_getLogs', [{ ...range, topics }]);
    const logs = (await Promise.all([search([transferTopic, topic]), search([transferTopic, null, topic])])).flat();
    for (const { topics, address } of logs) if (topics.length === 3) found.add(address);
    return found.size < mostTokens;
  });
  const read = await Promise.all([...found].slice(0, mostTokens).map((token) => readBalance(token, account)));
  return { tokens: read.filter((each) => each !== undefined), from, isCut: found.size > mostTokens };
}

/** A token of the newest blocks by its name or symbol, or by how they begin; `text` in lower case. */
export async function findTokenByName(text: string): Promise<Hex | undefined> {
  const seen = new Set<Hex>();
  let match: Hex | undefined;
  await readBack(async (range) => {
    const logs = await call<readonly Log[]>('eth_getLogs', [{ ...range, topics: [transferTopic] }]);
    const added = [...new Set(logs.map(({ address }) => address))].filter((each) => !seen.has(each));
    for (const address of added.slice(0, mostTokens - seen.size)) seen.add(address);
    const tokens = await Promise.all(added.filter((each) => seen.has(each)).map(readToken));
    match = tokens.find((token) =>
      [token?.name, token?.symbol].some((name) => name?.toLowerCase().startsWith(text)),
    )?.address;
    return match === undefined && seen.size < mostTokens;
  });
  return match;
}

type Range = { readonly fromBlock: Hex; readonly toBlock: Hex };

/** Reads from the head backwards while `read` wants more. Ends early where the node finds too many logs. */
async function readBack(read: (range: Range) => Promise<boolean>): Promise<number> {
  const head = Number(await call<Hex>('eth_blockNumber'));
  const last = Math.max(0, head - mostBlocks + 1);
  let [to, size] = [head, step];
  for (let requests = 0; to >= last && requests < mostRequests; requests++) {
    const from = Math.max(last, to - size + 1);
    try {
      const wantsMore = await read({ fromBlock: toQuantity(from), toBlock: toQuantity(to) });
      to = from - 1;
      if (!wantsMore) break;
    } catch (error) {
      if (!(error instanceof RpcError) || error.code === 0 || size === 1) throw error;
      size = Math.ceil(size / 4); // too many logs in these blocks: fewer of them
    }
  }
  return to + 1;
}

async function readBalance(token: Hex, account: Hex): Promise<TokenBalance | undefined> {
  const facts = await readToken(token);
  if (facts === undefined) return undefined;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
  const result = await call<Hex>('eth_call', [{ to: token, data }, 'latest']);
  const [balance] = decodeAbiParameters([{ type: 'uint256' }], result);
  return { ...facts, balance };
}
