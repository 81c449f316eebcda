import type { Page } from 'playwright-core';
import { createWalletClient, defineChain, type Hex, http } from 'viem';
import { type PrivateKeyAccount, privateKeyToAccount } from 'viem/accounts';

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
  leave(): Promise<void>;
  /** Chooses the account of another key; undefined locks the wallet. */
  choose(privateKey: Hex | undefined): Promise<void>;
};

type WalletOptions = {
  /** whether it announces itself (EIP-6963); otherwise it only sets window.ethereum */
  readonly announces?: boolean;
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
export async function injectWallet(
  page: Page,
  name: string,
  privateKey: Hex,
  { announces = true }: WalletOptions = {},
): Promise<BrowserWallet> {
  const asked: string[] = [];
  const added: AddedChain[] = [];
  const networks = new Map<string, Network>();
  let account: PrivateKeyAccount | undefined = privateKeyToAccount(privateKey);
  let isConnected = false;
  let current = '0x1';
  const emit = (event: string, value: unknown) =>
    page.evaluate(`window.qordTestEmit?.(${JSON.stringify(event)}, ${JSON.stringify(value)})`);
  const moveTo = async (chainId: string) => {
    if (current === chainId) return;
    current = chainId;
    await emit('chainChanged', chainId);
  };
  const accounts = () => (account === undefined ? [] : [account.address]);
  const choose = async (key: Hex | undefined) => {
    account = key === undefined ? undefined : privateKeyToAccount(key);
    await emit('accountsChanged', accounts());
  };
  const user: BrowserWallet = {
    ...{ asked, added, rejects: false, ignoresSwitch: false },
    leave: () => moveTo('0x1'),
    choose,
  };

  const addChain = async (wished: AddedChain) => {
    const rpcUrl = wished.rpcUrls[0] ?? '';
    const chainId = await rpc(rpcUrl, 'eth_chainId', []);
    if (chainId !== wished.chainId) throw fault(-32602, `the node at ${rpcUrl} has chain id ${chainId}`);
    added.push(wished);
    networks.set(wished.chainId, { chainId: wished.chainId, rpcUrl });
    if (!user.ignoresSwitch) await moveTo(wished.chainId);
    return null;
  };
  const switchChain = async (chainId: string) => {
    if (!networks.has(chainId)) throw fault(4902, `Unrecognized chain ID "${chainId}".`);
    if (!user.ignoresSwitch) await moveTo(chainId);
    return null;
  };
  const send = async (request: Readonly<Record<string, string>>) => {
    const network = networks.get(current);
    if (network === undefined || account === undefined) throw fault(4901, 'the chain is not connected');
    if (request.chainId !== current) throw fault(-32602, `the wallet is on ${current}`);
    return await signAndSend(account, network, request);
  };
  const handlers: Readonly<Record<string, (param: never) => unknown>> = {
    eth_chainId: () => current,
    eth_accounts: () => (isConnected ? accounts() : []),
    eth_requestAccounts: () => {
      isConnected = true;
      return accounts();
    },
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
  await page.addInitScript(provided(announces ? announcement(name) : 'window.ethereum = provider;'));
  return user;
}

/** Signs with the key of the wallet, and sends to the node that the wallet was told of. */
async function signAndSend(
  account: PrivateKeyAccount,
  { chainId, rpcUrl }: Network,
  request: Readonly<Record<string, string>>,
): Promise<Hex> {
  const chain = defineChain({
    id: Number(chainId),
    name: 'added',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [rpcUrl] } },
  });
  const client = createWalletClient({ account, chain, transport: http(rpcUrl) });
  return await client.sendTransaction({
    to: request.to as Hex,
    data: (request.data ?? '0x') as Hex,
    value: BigInt(request.value ?? 0),
  });
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
function provided(offer: string): string {
  return `{
  const listeners = {};
  const on = (event, listener) => void (listeners[event] ??= []).push(listener);
  window.qordTestEmit = (event, value) => (listeners[event] ?? []).forEach((listener) => listener(value));
  const request = async ({ method, params = [] }) => {
    const { result, error } = await window.qordTestWallet(method, params);
    if (error !== undefined) throw error;
    return result;
  };
  const provider = { request, on };
  ${offer}
}`;
}

function announcement(name: string): string {
  return `
  const info = { uuid: '350670db-19fa-4704-a166-e52e178b59d2', name: ${JSON.stringify(name)}, icon: '', rdns: 'test.wallet' };
  const announce = () => window.dispatchEvent(
    new CustomEvent('eip6963:announceProvider', { detail: Object.freeze({ info, provider }) }));
  window.addEventListener('eip6963:requestProvider', announce);
  window.dispatchEvent(new CustomEvent('eip6963:announceProvider', { detail: null }));
  announce();`;
}
