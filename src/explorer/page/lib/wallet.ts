import { signal } from '@preact/signals';
import { chain, networkName } from './chain.ts';
import { endpoints } from './endpoints.ts';
import type { Hex } from './types.ts';

/** A wallet in the browser (EIP-1193), as it announces itself (EIP-6963). */
export type Wallet = {
  readonly info: { readonly uuid: string; readonly name: string };
  readonly provider: {
    request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
  };
};

/** Wallets that have announced themselves. */
export const wallets = signal<readonly Wallet[]>([]);

window.addEventListener('eip6963:announceProvider', (event) => {
  const wallet = (event as CustomEvent<Wallet>).detail; // as EIP-6963 describes it
  if (wallets.peek().some(({ info }) => info.uuid === wallet.info.uuid)) return;
  wallets.value = [...wallets.peek(), wallet];
});
window.dispatchEvent(new Event('eip6963:requestProvider'));

/** Proposes this network to a wallet (EIP-3085), which chooses it. Rejects with the wallet's error. */
export async function addNetwork({ provider }: Wallet): Promise<void> {
  const facts = chain.peek();
  if (facts === undefined) throw new Error('the node does not respond');
  const network = {
    chainId: `0x${facts.chainId.toString(16)}`,
    chainName: `qord ${networkName(facts)}`,
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: [endpoints.rpc],
    blockExplorerUrls: [window.location.origin],
  };
  await provider.request({ method: 'wallet_addEthereumChain', params: [network] });
}

/** Lets a wallet sign and submit a transaction; returns its hash. */
export async function sendByWallet({ provider }: Wallet, transaction: Readonly<Record<string, unknown>>): Promise<Hex> {
  const [from] = (await provider.request({ method: 'eth_requestAccounts' })) as readonly Hex[];
  return (await provider.request({ method: 'eth_sendTransaction', params: [{ from, ...transaction }] })) as Hex;
}
