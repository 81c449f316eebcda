import assert from 'node:assert/strict';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Contract } from 'ethers';
import { homePaths } from '../../config/home.ts';
import { bridgeAddress, stakingAddress } from '../../modules/addresses.ts';
import { type Claim, depositId, withdrawalId } from '../../modules/bridge/signed-messages.ts';
import { writeHome } from '../../node/write-home.ts';
import { parseAddress } from '../../primitives/address.ts';
import { genesisWith } from '../module-chain.ts';
import { connectWallets } from '../node/node-wallets.ts';
import { keyWithProof, testConsensusKey } from '../signing/consensus-keys.ts';
import { assertSupplyIsSumOfBalances } from '../supply.ts';
import { startTestNode, type TestNode } from '../test-node.ts';
import { assertHeld } from './bridge-harness.ts';
import { bridgeKey, signClaim } from './bridge-keys.ts';
import { moduleContract } from './module-contracts.ts';

const qor = 1_000_000n;
export const foreign = `0x${'42'.repeat(20)}`;
export const usdc = { chain: 'ethereum', asset: 'USDC' } as const;
const keys = [0, 1, 2].map(bridgeKey);
export const flags = { 'consensus.block-interval': '0s' };

/** Two of three must attest; amounts above 300 wait for a minute. */
const params = {
  min_validators: 3,
  attestation_threshold: 2,
  challenge_period_secs: 60,
  large_transfer_threshold: '300',
  retry_interval_secs: 10,
};

type Fixture = Awaited<ReturnType<typeof connect>>;

/** Clients of a node whose bridge is open. */
export async function connect(node: TestNode) {
  const { provider, walletAt } = connectWallets(node);
  const bridgeOf = (account: number) => moduleContract('IBridge', bridgeAddress, walletAt(account));
  const send = async (account: number, name: string, ...args: readonly unknown[]) =>
    sendTo(bridgeOf(account), name, args);
  const reason = (account: number, name: string, ...args: readonly unknown[]) =>
    bridgeOf(account)
      .getFunction(name)
      .staticCall(...args)
      .then(
        () => 'not rejected',
        (error: { reason?: string }) => error.reason,
      );
  const status = (chain = 'ethereum') => provider.send('qor_getBridgeStatus', [chain]);
  return { node, provider, walletAt, bridgeOf, send, reason, status };
}

/** Estimating would verify every signature many times. */
const gasLimit = 3_000_000n;

/** Sends a call and waits for its receipt, which must be that of a success. */
export async function sendTo(contract: Contract, name: string, args: readonly unknown[], value = 0n) {
  const sent = await contract.getFunction(name).send(...args, { gasLimit, value });
  const receipt = await sent.wait();
  assert.equal(receipt?.status, 1, name);
  return receipt;
}

/** A node where accounts 0, 1 and 2 attest for Ethereum, which is open for 500 at once and 1000 a day. */
export async function openBridge(t: Parameters<typeof startTestNode>[0]): Promise<Fixture> {
  const home = mkdtempSync(join(tmpdir(), 'qord-bridge-'));
  const sections = { bridge: { params }, staking: { params: { signed_blocks_window: 10_000 } } };
  writeHome(homePaths(home), genesisWith(sections));
  const fixture = await connect(await startTestNode(t, { home, flags }));
  const { identity } = fixture.node.node.chain.reader;
  for (const account of [1, 2]) {
    const operator = parseAddress(fixture.walletAt(account).address);
    const staking = moduleContract('IStaking', stakingAddress, fixture.walletAt(account));
    const { key, proof } = keyWithProof(testConsensusKey(account), operator, identity);
    await sendTo(staking, 'createValidator', [key, proof, `validator ${account}`, 500, 200_000n * qor]);
  }
  await fixture.provider.send('anvil_mine', ['0x20', '0x1']);
  for (const [account, { publicKey }] of keys.entries())
    await fixture.send(account, 'registerValidator', publicKey, ['ethereum']);
  await fixture.send(0, 'updateChainConfig', 'ethereum', foreign, 12, '', 'active', '', '');
  await fixture.send(0, 'setTransferLimits', 'ethereum', 500n, 1_000n);
  return fixture;
}

/** The claim of a deposit to one of the development accounts. */
export function claimFor({ node, walletAt }: Fixture, account: number, txHash: string, amount: bigint): Claim {
  const facts = { ...usdc, txHash, amount };
  const receiver = parseAddress(walletAt(account).address);
  return {
    ...facts,
    eventType: 'deposit',
    operationId: depositId(node.node.chain.reader.identity, { ...facts, receiver }),
  };
}

/** The claim that a withdrawal was released on Ethereum. */
export function releaseOf({ node }: Fixture, number: number, amount: bigint): Claim {
  const operationId = withdrawalId(node.node.chain.reader.identity, 'ethereum', number);
  return { ...usdc, eventType: 'withdrawal_complete', operationId, txHash: '0xfeed', amount };
}

/** Arguments of `deposit`, without signatures. */
export const depositArguments = ({ chain, txHash, asset, amount }: Claim) => [
  chain,
  txHash,
  asset,
  amount,
  [],
  '0x',
  `0x${'00'.repeat(20)}`,
];

/** Arguments of `attest`, with the signature of a validator. */
export function attestArguments(validator: number, claim: Claim) {
  const { chain, eventType, operationId, txHash, amount, asset } = claim;
  const signature = signClaim(keys[validator] ?? bridgeKey(9), claim);
  return [chain, eventType, operationId, txHash, amount, asset, '0x', signature];
}

/** Account 3 claims, validators 0 and 1 attest. */
export async function depositAndAttest(fixture: Fixture, txHash: string, amount: bigint): Promise<Claim> {
  const claim = claimFor(fixture, 3, txHash, amount);
  await fixture.send(3, 'deposit', ...depositArguments(claim));
  await attestAll(fixture, claim);
  return claim;
}

/** Validators 0 and 1 attest. */
export async function attestAll(fixture: Fixture, claim: Claim): Promise<void> {
  for (const validator of [0, 1]) await fixture.send(validator, 'attest', ...attestArguments(validator, claim));
}

/** Status of the operation of a claim. */
export const statusOf = async ({ bridgeOf }: Fixture, { operationId }: Claim): Promise<string> =>
  (await bridgeOf(9).getFunction('operationOf').staticCall(operationId))[0];

/** Bridged USDC of an account. */
export const balanceOf = ({ bridgeOf }: Fixture, account: string): Promise<bigint> =>
  bridgeOf(9).getFunction('balanceOf').staticCall('ethereum', 'USDC', account);

/** Moves the time of the chain, and makes two blocks: what is due is done in the second. */
export async function later({ provider }: Fixture, seconds: number): Promise<void> {
  await provider.send('evm_increaseTime', [seconds]);
  await provider.send('evm_mine', []);
  await provider.send('evm_mine', []);
}

/** Asserts what is locked there and minted here, and that what is minted is what accounts hold. */
export async function assertLocked(fixture: Fixture, minted: bigint, locked = minted): Promise<void> {
  const total = { asset: 'USDC', total_locked: locked.toString(), total_minted: minted.toString() };
  assert.deepEqual((await fixture.status()).locked, [total]);
  assertHeld({ state: fixture.node.node.chain.headState() });
}

/** Closes the node and compares the supply with the balances in its home. */
export async function closeAndCount({ provider, node }: Fixture): Promise<void> {
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
}
