import assert from 'node:assert/strict';
import type { AnyCall } from '../../kernel/module-sdk/define-module.ts';
import { abiFields } from '../../kernel/module-sdk/field.ts';
import type { NetworkIdentity } from '../../kernel/module-sdk/signed-text.ts';
import { createModules } from '../../modules/index.ts';
import { encodeAbi } from '../../primitives/abi/encode.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import type { Address } from '../../primitives/address.ts';
import { concatBytes } from '../../primitives/bytes.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import type { Hash } from '../../primitives/hash.ts';
import { fromHex, type Hex, toHex } from '../../primitives/hex.ts';
import { postJson } from '../raw-rpc.ts';
import { until } from '../until.ts';

type SampleReceipt = { readonly status: string; readonly blockNumber: string; readonly transactionHash: string };

/** Development accounts that call native modules of a running node, which signs for them. */
export type SampleSender = {
  rpc<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  /** Sends a call of a module and returns its hash. */
  submit(account: number, moduleName: string, name: string, inputs: AbiRecord): Promise<string>;
  /** Sends it and waits for its block; throws when it is rejected. */
  call(account: number, moduleName: string, name: string, inputs: AbiRecord): Promise<SampleReceipt>;
  /** Makes blocks of one second each. */
  mine(blocks: number): Promise<void>;
  /** What signatures of modules name. */
  network(): Promise<NetworkIdentity>;
};

const modules = createModules();

/** Creates a sender for the development node at `url`. */
export function createSampleSender(url: string): SampleSender {
  const rpc = async <T>(method: string, ...params: readonly unknown[]): Promise<T> => {
    const request = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const { result, error } = await postJson<{ result: T; error?: { message: string } }>(url, request);
    if (error !== undefined) throw new Error(`${method}: ${error.message}`);
    return result;
  };
  const submit = async (account: number, moduleName: string, name: string, inputs: AbiRecord) => {
    const { address, call } = findCall(moduleName, name);
    const data = concatBytes(fromHex(call.selector), encodeAbi(abiFields(call.inputs), inputs));
    const from = developmentAccounts[account]?.address;
    return await rpc<string>('eth_sendTransaction', { from, to: address, data: toHex(data), gas: '0xb71b00' });
  };
  const call = async (account: number, moduleName: string, name: string, inputs: AbiRecord) => {
    const hash = await submit(account, moduleName, name, inputs);
    const receipt = await until(() => rpc<SampleReceipt | null>('eth_getTransactionReceipt', hash), 'a receipt');
    assert.equal(receipt.status, '0x1', `${moduleName}.${name}`);
    return receipt;
  };
  const mine = async (blocks: number) => void (await rpc('anvil_mine', blocks, 1));
  const network = async () => {
    const { hash } = await rpc<{ readonly hash: Hash }>('eth_getBlockByNumber', 'earliest', false);
    return { chainId: BigInt(await rpc<Hex>('eth_chainId')), genesisHash: hash };
  };
  return { rpc, submit, call, mine, network };
}

function findCall(moduleName: string, name: string): { readonly address: Address; readonly call: AnyCall } {
  const found = modules
    .filter((module) => module.name === moduleName)
    .flatMap(({ address, calls, precompiles }) => [{ address, calls }, ...precompiles])
    .flatMap(({ address, calls }) => calls.map((call) => ({ address, call })))
    .find(({ call }) => call.name === name);
  if (found === undefined) throw new RangeError(`no call ${moduleName}.${name}`);
  return found;
}
