import { JsonRpcProvider, Wallet } from 'ethers';
import type { TestNode } from '../test-node.ts';

/** The wallets of a node's development accounts. ethers keeps no response: blocks are made every few milliseconds. */
export function connectWallets(node: TestNode) {
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const wallets = node.accounts.map(({ privateKey }) => new Wallet(privateKey, provider));
  const walletAt = (index: number): Wallet => {
    const wallet = wallets[index];
    if (wallet === undefined) throw new RangeError(`no account ${index}`);
    return wallet;
  };
  return { provider, walletAt };
}
