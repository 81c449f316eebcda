import { signal } from '@preact/signals';
import type { Hex } from '../node/types.ts';
import { ask, type Wallet } from './wallet.ts';

/** What a wallet has chosen, as far as it tells this page. */
export type WalletState = {
  /** lower case; undefined while it is locked, or was never connected to this page */
  readonly account: Hex | undefined;
  readonly chainId: bigint | undefined;
};

const unknown: WalletState = { account: undefined, chainId: undefined };
const states = signal<ReadonlyMap<Wallet, WalletState>>(new Map());

/** Undefined until `watchWallet` was called, and the wallet has answered. */
export function stateOf(wallet: Wallet): WalletState | undefined {
  return states.value.get(wallet);
}

/** Follows account and chain of a wallet from now on (EIP-1193). Asks it only what it answers without its user. */
export function watchWallet(wallet: Wallet): void {
  if (states.peek().has(wallet)) return;
  change(wallet, {});
  try {
    wallet.provider.on?.('accountsChanged', (accounts) => change(wallet, { account: firstOf(accounts) }));
    wallet.provider.on?.('chainChanged', (chainId) => change(wallet, { chainId: chainOf(chainId) }));
    wallet.provider.on?.('disconnect', () => change(wallet, unknown));
  } catch {
    // a wallet without events: it is asked after each transaction
  }
  void refreshWallet(wallet);
}

/** Asks a wallet for its account and chain: after a transaction, for wallets without events. */
export async function refreshWallet(wallet: Wallet): Promise<void> {
  const [accounts, chainId] = await Promise.all([
    ask<unknown>(wallet, 'eth_accounts').catch(() => undefined),
    ask<unknown>(wallet, 'eth_chainId').catch(() => undefined),
  ]);
  change(wallet, { account: firstOf(accounts), chainId: chainOf(chainId) });
}

function change(wallet: Wallet, changed: Partial<WalletState>): void {
  states.value = new Map([...states.peek(), [wallet, { ...unknown, ...states.peek().get(wallet), ...changed }]]);
}

function firstOf(accounts: unknown): Hex | undefined {
  const first: unknown = Array.isArray(accounts) ? accounts[0] : undefined;
  return typeof first === 'string' && /^0x[\da-f]{40}$/i.test(first) ? (first.toLowerCase() as Hex) : undefined;
}

function chainOf(chainId: unknown): bigint | undefined {
  return typeof chainId === 'string' && /^0x[\da-f]{1,16}$/i.test(chainId) ? BigInt(chainId) : undefined;
}
