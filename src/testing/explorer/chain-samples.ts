import assert from 'node:assert/strict';
import {
  type Abi,
  createPublicClient,
  createWalletClient,
  defineChain,
  encodeFunctionData,
  http,
  parseAbi,
  parseEther,
} from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { bankAddress, rdkAddress, stakingAddress, xqoreAddress } from '../../modules/addresses.ts';
import { developmentAccounts } from '../../primitives/development-accounts.ts';
import type { Hex } from '../../primitives/hex.ts';
import { compileContract } from '../solidity.ts';

/** Texts that attack readers of the explorer: HTML, a script, and characters that change the direction of writing. */
export const hostileText = '<img src=x onerror="document.title=\'broken\'"><script>alert(1)</script>\u202Egnp.exe';

type ChainSamples = {
  /** a transfer, and a transaction that reverted with a custom error */
  readonly transfer: Hex;
  readonly reverted: Hex;
  readonly tokenTransfer: Hex;
  readonly token: Hex;
  readonly abi: Abi;
  /** deployed code as the compiler wrote it */
  readonly runtimeCode: Hex;
};

const moduleAbi = parseAbi([
  'function lock(uint256 amount) returns (uint256 minted)',
  'function delegate(address validator, uint256 amount)',
  'function createRollup(string rollupId, string profile, uint256 stake, string vm) returns (string layerId)',
  'function send(string to, uint256 amount, string memo)',
]);

const oneQor = 1_000_000n; // in uqor

/** Sends transactions of every kind to a development network, so that each page has something to show. */
export async function createChainSamples(url: string): Promise<ChainSamples> {
  const [first, second, third] = developmentAccounts;
  assert.ok(first && second && third);
  const chain = defineChain({
    id: 9800,
    name: 'qord',
    nativeCurrency: { name: 'QOR', symbol: 'QOR', decimals: 18 },
    rpcUrls: { default: { http: [url] } },
  });
  const transport = http(url);
  const reader = createPublicClient({ chain, transport, pollingInterval: 50 });
  const walletOf = ({ privateKey }: { privateKey: Hex }) =>
    createWalletClient({ account: privateKeyToAccount(privateKey), chain, transport });
  const [owner, other] = [walletOf(first), walletOf(second)];
  const mined = async (sent: Promise<Hex>) => reader.waitForTransactionReceipt({ hash: await sent });
  const callModule = (to: Hex, functionName: string, args: readonly unknown[]) =>
    mined(other.sendTransaction({ to, data: encodeFunctionData({ abi: moduleAbi as Abi, functionName, args }) }));
  const transfer = await mined(owner.sendTransaction({ to: second.address, value: parseEther('1.5') }));
  const { abi, bytecode, runtimeCode } = compileContract('NamedToken');
  const supply = parseEther('1000');
  const args = [hostileText, supply];
  const deployed = await mined(owner.deployContract({ abi: abi as Abi, bytecode, args }));
  const token = deployed.contractAddress;
  assert.ok(token);
  const write = (value: bigint, gas?: bigint) =>
    mined(
      owner.writeContract({
        address: token,
        abi: abi as Abi,
        functionName: 'transfer',
        args: [second.address, value],
        ...(gas && { gas }),
      }),
    );
  const tokenTransfer = await write(parseEther('12.25'));
  const reverted = await write(supply * 2n, 100_000n);
  assert.equal(reverted.status, 'reverted');
  await callModule(xqoreAddress, 'lock', [250n * oneQor]);
  await callModule(stakingAddress, 'delegate', [first.address, 1_000n * oneQor]);
  await callModule(rdkAddress, 'createRollup', ['kitchen-sink', 'defi', 10_000n * oneQor, 'evm']);
  await callModule(bankAddress, 'send', [third.address, oneQor, hostileText]);
  return {
    transfer: transfer.transactionHash,
    reverted: reverted.transactionHash,
    tokenTransfer: tokenTransfer.transactionHash,
    token,
    abi: abi as Abi,
    runtimeCode,
  };
}
