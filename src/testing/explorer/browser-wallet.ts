import type { Page } from 'playwright-core';
import { createWalletClient, defineChain, type Hex, http } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';

/** An error as wallets reject with it: a plain object (EIP-1193). */
type WalletFault = { readonly code: number; readonly message: string };

type Network = { readonly chainId: string; readonly rpcUrl: string };

/** As EIP-3085 describes it. */
type AddedChain = {
  readonly chainId: string;
  readonly chainName: string;
  readonly nativeCurrency: { readonly name: string; readonly symbol: string; readonly decimals: number };
  readonly rpcUrls: readonly string[];
  readonly blockExplorerUrls: readonly string[];
};

/** The user of a wallet: what the wallet was asked, and what the user says to it. */
type BrowserWallet = {
  /** methods that the page called, in order */
  readonly asked: readonly string[];
  readonly added: readonly AddedChain[];
  /** whether the user rejects everything that needs consent */
  rejects: boolean;
  /** whether the wallet says that it changed the chain, and stays */
  ignoresSwitch: boolean;
  /** Goes back to Ethereum's mainnet. */
  leave(): void;
};

const methodsWithConsent = [
  'eth_requestAccounts',
  'wallet_addEthereumChain',
  'wallet_switchEthereumChain',
  'eth_sendTransaction',
];

/**
 * Gives a page a wallet with one key, as an extension of the browser would: announced by EIP-6963, called by EIP-1193.
 * It starts on Ethereum's mainnet and knows no other network; it signs by itself and talks to the nodes it was told of.
 */
export async function injectWallet(page: Page, name: string, privateKey: Hex): Promise<BrowserWallet> {
  const asked: string[] = [];
  const added: AddedChain[] = [];
  const networks = new Map<string, Network>();
  const account = privateKeyToAccount(privateKey);
  let current = '0x1';
  const leave = () => {
    current = '0x1';
  };
  const user: BrowserWallet = { asked, added, rejects: false, ignoresSwitch: false, leave };

  const addChain = async (wished: AddedChain) => {
    const rpcUrl = wished.rpcUrls[0] ?? '';
    const chainId = await rpc(rpcUrl, 'eth_chainId', []);
    if (chainId !== wished.chainId) throw fault(-32602, `the node at ${rpcUrl} has chain id ${chainId}`);
    added.push(wished);
    networks.set(wished.chainId, { chainId: wished.chainId, rpcUrl });
    if (!user.ignoresSwitch) current = wished.chainId;
    return null;
  };
  const switchChain = (chainId: string) => {
    if (!networks.has(chainId)) throw fault(4902, `Unrecognized chain ID "${chainId}".`);
    if (!user.ignoresSwitch) current = chainId;
    return null;
  };
  const send = async (request: Readonly<Record<string, string>>) => {
    const network = networks.get(current);
    if (network === undefined) throw fault(4901, 'the chain is not connected');
    if (request.chainId !== current) throw fault(-32602, `the wallet is on ${current}`);
    const chain = defineChain({
      id: Number(current),
      name: 'added',
      nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
      rpcUrls: { default: { http: [network.rpcUrl] } },
    });
    const client = createWalletClient({ account, chain, transport: http(network.rpcUrl) });
    return await client.sendTransaction({
      to: request.to as Hex,
      data: (request.data ?? '0x') as Hex,
      value: BigInt(request.value ?? 0),
    });
  };
  const handlers: Readonly<Record<string, (param: never) => unknown>> = {
    eth_chainId: () => current,
    eth_requestAccounts: () => [account.address],
    wallet_addEthereumChain: addChain,
    wallet_switchEthereumChain: ({ chainId }: { readonly chainId: string }) => switchChain(chainId),
    eth_sendTransaction: send,
  };
  const request = async (method: string, params: readonly unknown[]) => {
    asked.push(method);
    if (user.rejects && methodsWithConsent.includes(method)) throw fault(4001, 'User rejected the request.');
    const handler = handlers[method];
    if (handler === undefined) throw fault(4200, `${method} is not supported`);
    return await handler(params[0] as never);
  };
  await page.exposeFunction('qordTestWallet', (method: string, params: readonly unknown[]) =>
    request(method, params).then(
      (result) => ({ result }),
      (error: WalletFault) => ({ error: { code: error.code, message: error.message } }),
    ),
  );
  await page.addInitScript(announcement(name));
  return user;
}

function fault(code: number, message: string): WalletFault {
  return { code, message };
}

async function rpc(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  return ((await response.json()) as { readonly result: unknown }).result;
}

/** What the extension runs in each page. */
function announcement(name: string): string {
  return `{
  const request = async ({ method, params = [] }) => {
    const { result, error } = await window.qordTestWallet(method, params);
    if (error !== undefined) throw error;
    return result;
  };
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: ${JSON.stringify(name)}, icon: '', rdns: 'test.wallet' };
  const announce = () => window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider: { request } }) }));
  window.addEventListener('eip6963:requestProvider', announce);
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }));
  announce();
}`;
}
