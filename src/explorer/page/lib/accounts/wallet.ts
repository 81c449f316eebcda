import { signal } from '@preact/signals';
import { chain, networkName } from '../node/chain.ts';
import { endpoints } from '../node/endpoints.ts';
import { isHex } from '../node/hex.ts';
import type { Hex } from '../node/types.ts';
import { base } from '../site/base.ts';
import { visibleText } from '../text/visible-text.ts';

/** A wallet in the browser (EIP-1193), as it announces itself (EIP-6963). */
export type Wallet = {
  readonly info: { readonly uuid: string; readonly name: string; readonly rdns?: string };
  readonly provider: {
    request(call: { readonly method: string; readonly params?: readonly unknown[] }): Promise<unknown>;
    /** As in Node's EventEmitter; a wallet may lack it. */
    on?(event: 'accountsChanged' | 'chainChanged' | 'disconnect', listener: (value: unknown) => void): unknown;
  };
};

/** Wallets that have announced themselves. */
export const wallets = signal<readonly Wallet[]>([]);

/** Most wallets that are listed: any extension can announce as many as it likes. */
const maxWallets = 20;

window.addEventListener('eip6963:announceProvider', (event) => {
  const wallet: unknown = (event as CustomEvent).detail; // an event of that name, from any extension
  if (!isWallet(wallet) || wallets.peek().length >= maxWallets) return;
  if (wallets.peek().some(({ info }) => info.uuid === wallet.info.uuid)) return;
  wallets.value = [...wallets.peek(), withShortName(wallet)];
});
window.dispatchEvent(new Event('eip6963:requestProvider'));

/** Milliseconds that wallets have to announce themselves before one that only sets `window.ethereum` is offered. */
const announceMs = 500;

/** Whether wallets have had the time to announce themselves: one that was chosen and is not there then is gone. */
export const areWalletsKnown = signal(false);

setTimeout(() => {
  offerInjected();
  areWalletsKnown.value = true;
}, announceMs);
window.addEventListener('ethereum#initialized', offerInjected); // of wallets that load later

/** Offers the wallet that only sets `window.ethereum`, when no other is there. */
function offerInjected(): void {
  const { ethereum } = window as { readonly ethereum?: unknown }; // set by any extension
  const wallet = { info: { uuid: 'window.ethereum', name: 'Browser wallet' }, provider: ethereum };
  if (wallets.peek().length === 0 && isWallet(wallet)) wallets.value = [wallet];
}

/** An extension chooses its name. */
function withShortName({ info, provider }: Wallet): Wallet {
  const { uuid, name, rdns } = info;
  return { info: { uuid, name: visibleText(name, 40), ...(rdns !== undefined && { rdns }) }, provider };
}

/** Identifies a wallet across reloads of the page: its uuid is a new one each time (EIP-6963). */
export function idOf({ info }: Wallet): string {
  const first = wallets.peek().find((each) => each.info.rdns === info.rdns);
  return typeof info.rdns === 'string' && first?.info.uuid === info.uuid ? info.rdns : info.uuid;
}

function isWallet(detail: unknown): detail is Wallet {
  const { info, provider } = (detail ?? {}) as Partial<Wallet>;
  return typeof info?.uuid === 'string' && typeof info.name === 'string' && typeof provider?.request === 'function';
}

/** Codes of EIP-1193, EIP-3326 and EIP-1474 that need other words than a wallet's own. */
const userRejected = 4001;
const unknownChain = 4902;
const alreadyAsking = -32002;

/** Calls a method of a wallet. Wallets reject with plain objects; this rejects with an Error that says what to do. */
export async function ask<T>({ info, provider }: Wallet, method: string, ...params: readonly unknown[]): Promise<T> {
  try {
    return (await provider.request({ method, params })) as T; // as the standard of the method says
  } catch (error) {
    throw toWalletError(info.name, error);
  }
}

class WalletError extends Error {
  readonly code: number | undefined;
  constructor(message: string, code: number | undefined) {
    super(message);
    this.code = code;
  }
}

function toWalletError(name: string, error: unknown): WalletError {
  const { code, message } = (error ?? {}) as { readonly code?: unknown; readonly message?: unknown };
  const number = typeof code === 'number' ? code : undefined;
  if (number === userRejected) return new WalletError(`You rejected it in ${name}: nothing was sent.`, number);
  if (number === alreadyAsking) return new WalletError(`${name} already waits for your decision: open it.`, number);
  const text = typeof message === 'string' && message !== '' ? message : 'it gave no reason';
  return new WalletError(`${name}: ${text}`, number);
}

/** Proposes this network to a wallet (EIP-3085), which chooses it. Rejects with an Error that says what to do. */
export async function addNetwork(wallet: Wallet): Promise<void> {
  await ask(wallet, 'wallet_addEthereumChain', {
    chainId: ownChainId(),
    chainName: networkTitle(),
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: [endpoints.rpc],
    blockExplorerUrls: [`${window.location.origin}${base}`],
  });
}

function facts() {
  const known = chain.peek();
  if (known === undefined) throw new Error('The node does not respond.');
  return known;
}

const ownChainId = (): Hex => `0x${facts().chainId.toString(16)}`;
const networkTitle = (): string => `qord ${networkName(facts())}`;

/** Makes a wallet use this chain, which it may not know yet. */
async function chooseNetwork(wallet: Wallet): Promise<void> {
  if (BigInt(await ask<Hex>(wallet, 'eth_chainId')) === BigInt(ownChainId())) return;
  try {
    await ask(wallet, 'wallet_switchEthereumChain', { chainId: ownChainId() });
  } catch (error) {
    if (!(error instanceof WalletError) || error.code !== unknownChain) throw error;
    await addNetwork(wallet);
  }
  const chosen = await ask<Hex>(wallet, 'eth_chainId');
  if (BigInt(chosen) !== BigInt(ownChainId())) {
    throw new Error(
      `${wallet.info.name} is on chain ${BigInt(chosen)}, this page shows chain ${facts().chainId}: choose "${networkTitle()}" in the wallet.`,
    );
  }
}

/**
 * Lets a wallet sign and submit a transaction on this chain; returns its hash. Rejects with an Error that says what to
 * do; nothing is signed on another chain.
 */
export async function sendByWallet(wallet: Wallet, transaction: Readonly<Record<string, unknown>>): Promise<Hex> {
  const [from] = await ask<readonly Hex[]>(wallet, 'eth_requestAccounts');
  if (from === undefined) throw new Error(`${wallet.info.name} gives this page no account.`);
  await chooseNetwork(wallet);
  const hash = await ask<unknown>(wallet, 'eth_sendTransaction', { from, chainId: ownChainId(), ...transaction });
  if (isHex(hash) && hash.length === 66) return hash;
  throw new Error(
    `${wallet.info.name} returned no hash. What it sent may have arrived all the same: look in the wallet.`,
  );
}
