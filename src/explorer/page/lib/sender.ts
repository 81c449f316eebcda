import { signal } from '@preact/signals';
import { chain } from './chain.ts';
import { developmentAddresses } from './development.ts';
import { call } from './rpc.ts';
import type { Hex } from './types.ts';
import { sendByWallet, wallets } from './wallet.ts';

/** Who signs what the page sends: `dev0` to `dev9`, or the id of a wallet. */
export const sender = signal('dev0');

/** The choices there are now. */
export function senders(): readonly { readonly id: string; readonly name: string }[] {
  const development = chain.value?.isDevelopment
    ? developmentAddresses.map((_, at) => ({ id: `dev${at}`, name: `dev${at}` }))
    : [];
  return [...development, ...wallets.value.map(({ info }) => ({ id: info.uuid, name: info.name }))];
}

/** The address of the chosen development account. */
export function senderAddress(): Hex | undefined {
  const [, index] = /^dev(\d)$/.exec(sender.value) ?? [];
  return index === undefined ? undefined : developmentAddresses[Number(index)];
}

export type Request = { readonly to?: Hex; readonly data?: Hex; readonly value?: Hex };

/** Signs and submits as the chosen sender: development accounts by the node, others by the wallet. Returns the hash. */
export async function submit(request: Request): Promise<Hex> {
  const from = senderAddress();
  if (from !== undefined && chain.peek()?.isDevelopment)
    return call<Hex>('eth_sendTransaction', [{ from, ...request }]);
  const wallet = wallets.peek().find(({ info }) => info.uuid === sender.peek());
  if (wallet === undefined) throw new Error('Choose a wallet: no wallet extension has announced itself.');
  return sendByWallet(wallet, request);
}
