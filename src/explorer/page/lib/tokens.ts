import { decodeAbiParameters, decodeFunctionResult, encodeFunctionData, erc20Abi, keccak256, pad, toHex } from 'viem';
import { call } from './rpc.ts';
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

/** The tokens whose transfers name an account, with its balance. Rejects when the node finds too many logs. */
export async function readTokenBalances(account: Hex): Promise<readonly TokenBalance[]> {
  const topic = pad(account, { size: 32 });
  const search = (topics: readonly (Hex | null)[]) =>
    call<readonly Log[]>('eth_getLogs', [{ fromBlock: '0x0', toBlock: 'latest', topics }]);
  const [sent, received] = await Promise.all([search([transferTopic, topic]), search([transferTopic, null, topic])]);
  const tokens = [
    ...new Set([...sent, ...received].filter(({ topics }) => topics.length === 3).map((log) => log.address)),
  ];
  const found = await Promise.all(tokens.map((token) => readBalance(token, account)));
  return found.filter((each) => each !== undefined);
}

async function readBalance(token: Hex, account: Hex): Promise<TokenBalance | undefined> {
  const facts = await readToken(token);
  if (facts === undefined) return undefined;
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [account] });
  const result = await call<Hex>('eth_call', [{ to: token, data }, 'latest']);
  const [balance] = decodeAbiParameters([{ type: 'uint256' }], result);
  return { ...facts, balance };
}
