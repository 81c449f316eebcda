import { signal } from '@preact/signals';
import { call, isReachable } from './rpc.ts';

type ChainFacts = {
  readonly chainId: number;
  /** whether the node serves the methods of development networks */
  readonly isDevelopment: boolean;
  readonly namespaces: readonly string[];
  readonly clientVersion: string;
};

/** Facts of the chain and its node, fixed but for the chain id of a development network; undefined until they are read. */
export const chain = signal<ChainFacts | undefined>(undefined);

/** How the explorer names a network: by its kind, or by its chain id. */
export function networkName({ chainId, isDevelopment }: ChainFacts): string {
  if (isDevelopment) return 'development network';
  return chainId === 9801 ? 'mainnet' : chainId === 9800 ? 'testnet' : `chain ${chainId}`;
}

/** Takes over a chain id that somebody has given the network meanwhile. */
export function followChainId(chainId: number | undefined): void {
  const facts = chain.peek();
  if (facts !== undefined && chainId !== undefined && chainId !== facts.chainId) chain.value = { ...facts, chainId };
}

/** Reads the facts, and again whenever the node comes back. */
export function readChain(): void {
  isReachable.subscribe((reachable) => {
    if (reachable) void read().catch(() => {}); // unreachable: the subscription above notices when it is back
  });
}

async function read(): Promise<void> {
  const [chainId, namespaces, clientVersion] = await Promise.all([
    call<string>('eth_chainId'),
    call<Readonly<Record<string, string>>>('rpc_modules'),
    call<string>('web3_clientVersion'),
  ]);
  const names = Object.keys(namespaces);
  chain.value = {
    chainId: Number(chainId),
    isDevelopment: names.includes('hardhat'),
    namespaces: names,
    clientVersion,
  };
}
