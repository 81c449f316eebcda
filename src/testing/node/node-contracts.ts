import type { TestContext } from 'node:test';
import { type Contract, JsonRpcProvider, Wallet } from 'ethers';
import type { Address } from '../../primitives/address.ts';
import type { Hex } from '../../primitives/hex.ts';
import { moduleContract } from '../modules/module-contracts.ts';
import { startTestNode } from '../test-node.ts';

/** A development node that seals each transaction at once, and a module as the contract of its accounts. */
export async function startWithModule(t: TestContext, interfaceName: string, address: Address) {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  t.after(() => provider.destroy());
  const contractOf = (privateKey: Hex, name = interfaceName, at = address) =>
    moduleContract(name, at, new Wallet(privateKey, provider));
  const contracts = node.accounts.map((account) => contractOf(account.privateKey as Hex));
  return { node, provider, contracts, contractOf };
}

/** The status of the receipt of a call: 1, or 0 when it failed. */
export async function statusOf(contract: Contract | undefined, name: string, ...args: readonly unknown[]) {
  if (contract === undefined) throw new RangeError('no such account');
  const sent = await contract.getFunction(name).send(...args, { gasLimit: 5_000_000n });
  const receipt = await sent.wait().catch((error: { receipt?: { status: number } }) => error.receipt ?? null);
  return receipt?.status;
}
