import { moduleMessage } from '../../kernel/module-sdk/module-message.ts';
import { createModules } from '../../modules/index.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toHex } from '../../primitives/hex.ts';
import { accountOf, signFrom } from '../sign-from.ts';
import { until } from '../until.ts';
import type { NetworkNode } from './network.ts';

/** all that can be called, by name: modules, and their further addresses */
const modules = createModules().flatMap((module) => [module, ...module.precompiles]);
const gasLimit = 2_000_000n;

type Receipt = { readonly status: string; readonly blockNumber: string };

/** Calls a module from a development account through a node; returns the height of its block. Throws when it fails. */
export async function callModule(
  node: NetworkNode,
  account: number,
  [moduleName, name]: readonly [module: string, call: string],
  inputs: AbiRecord,
): Promise<number> {
  const module = modules.find((entry) => entry.name === moduleName);
  if (module === undefined) throw new RangeError(`no module ${moduleName}`);
  const nonce = BigInt(await node.call<string>('eth_getTransactionCount', accountOf(account), 'latest'));
  const fields = { ...moduleMessage(module, name, inputs), nonce, value: 0n, gasLimit, cap: 10n ** 13n };
  const hash = await node.call<string>('eth_sendRawTransaction', toHex(signFrom(account, fields).raw));
  let receipt: Receipt | null = null;
  await until(async () => {
    receipt = await node.call<Receipt | null>('eth_getTransactionReceipt', hash);
    return receipt !== null;
  }, `the receipt of ${moduleName}.${name}`);
  const { status, blockNumber } = receipt as unknown as Receipt;
  if (status !== '0x1') throw new Error(`${moduleName}.${name} failed in block ${Number(blockNumber)}`);
  return Number(blockNumber);
}
