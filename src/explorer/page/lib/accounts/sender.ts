import { computed, signal } from '@preact/signals';
import { chain } from '../node/chain.ts';
import { developmentAddresses } from '../node/development.ts';
import { call } from '../node/rpc.ts';
import type { Hex } from '../node/types.ts';
import { readStored, store } from '../site/browser-storage.ts';
import { areWalletsKnown, idOf, sendByWallet, type Wallet, wallets } from './wallet.ts';
import { refreshWallet, stateOf } from './wallet-state.ts';

/** The chosen signer of what the page sends, kept in this browser: `dev0` to `dev9`, or the id of a wallet. */
const storageKey = 'signer';
const chosen = signal(readStored(storageKey) ?? 'dev0');

/**
 * The signer: the choice, or the first available when that is gone, as after a change of the network. Undefined while a
 * chosen wallet may still announce itself: nobody else signs in its place.
 */
export const sender = computed(() => {
  const all = senders();
  const found = all.find(({ id }) => id === chosen.value)?.id;
  return found ?? (areWalletsKnown.value ? all[0]?.id : undefined);
});

/** The wallet that signs; undefined when a development account does, or nobody. */
export function senderWallet(): Wallet | undefined {
  return wallets.value.find((each) => idOf(each) === sender.value);
}

/** Chooses by its id who signs the transactions of forms. */
export function chooseSender(id: string): void {
  chosen.value = id;
  store(storageKey, id);
}

/** The choices there are now. */
export function senders(): readonly { readonly id: string; readonly name: string }[] {
  const development = chain.value?.isDevelopment
    ? developmentAddresses.map((_, at) => ({ id: `dev${at}`, name: `dev${at}` }))
    : [];
  return [...development, ...wallets.value.map((wallet) => ({ id: idOf(wallet), name: wallet.info.name }))];
}

function developmentSender(): Hex | undefined {
  const [, index] = /^dev(\d)$/.exec(sender.value ?? '') ?? [];
  return index === undefined ? undefined : developmentAddresses[Number(index)];
}

/** The address of the signer, as far as its wallet tells it. */
export function senderAddress(): Hex | undefined {
  const wallet = senderWallet();
  return wallet === undefined ? developmentSender() : stateOf(wallet)?.account;
}

export type Request = { readonly to?: Hex; readonly data?: Hex; readonly value?: Hex };

/** Signs and submits as the chosen sender: development accounts by the node, others by the wallet. Returns the hash. */
export async function submit(request: Request): Promise<Hex> {
  const wallet = senderWallet();
  const from = wallet === undefined ? developmentSender() : undefined;
  if (from !== undefined) {
    const nonce = await call<Hex>('eth_getTransactionCount', [from, 'pending']);
    return call<Hex>('eth_sendTransaction', [{ from, nonce, ...request }]); // browsers send again what a connection lost
  }
  if (wallet === undefined) throw new Error('Nobody can sign: no wallet extension has announced itself to this page.');
  try {
    return await sendByWallet(wallet, request);
  } finally {
    void refreshWallet(wallet);
  }
}
