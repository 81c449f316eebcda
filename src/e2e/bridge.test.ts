import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { type Contract, ContractFactory, type InterfaceAbi, JsonRpcProvider, parseEther, Wallet } from 'ethers';
import { homePaths } from '../config/home.ts';
import { solidityInterfaces } from '../kernel/module-docs/solidity.ts';
import { bridgeAddress, stakingAddress } from '../modules/addresses.ts';
import { type Claim, depositId, withdrawalId } from '../modules/bridge/signed-messages.ts';
import { burnedBySource } from '../modules/burn/records.ts';
import { createModules } from '../modules/index.ts';
import { writeHome } from '../node/write-home.ts';
import { parseAddress } from '../primitives/address.ts';
import { assertHeld } from '../testing/bridge-harness.ts';
import { bridgeKey, signClaim } from '../testing/bridge-keys.ts';
import { keyWithProof, testConsensusKey } from '../testing/consensus-keys.ts';
import { exportedGenesis } from '../testing/exported-genesis.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { moduleContract } from '../testing/module-contracts.ts';
import { commandsOn } from '../testing/run-qord.ts';
import { compileSolidity } from '../testing/solidity.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const qor = 1_000_000n;
const foreign = `0x${'42'.repeat(20)}`;
const usdc = { chain: 'ethereum', asset: 'USDC' } as const;
const keys = [0, 1, 2].map(bridgeKey);
const flags = { 'consensus.block-interval': '0s' };

/** Two of three must attest; amounts above 300 wait for a minute. */
const params = {
  min_validators: 3,
  attestation_threshold: 2,
  challenge_period_secs: 60,
  large_transfer_threshold: '300',
  retry_interval_secs: 10,
};

type Fixture = Awaited<ReturnType<typeof connect>>;

async function connect(node: TestNode) {
  const provider = new JsonRpcProvider(node.urls.http, undefined, { pollingInterval: 20, cacheTimeout: -1 });
  const wallets = node.accounts.map(({ privateKey }) => new Wallet(privateKey, provider));
  const walletAt = (index: number): Wallet => {
    const wallet = wallets[index];
    if (wallet === undefined) throw new RangeError(`no account ${index}`);
    return wallet;
  };
  const bridgeOf = (account: number) => moduleContract('IBridge', bridgeAddress, walletAt(account));
  const send = async (account: number, name: string, ...args: readonly unknown[]) =>
    sendTo(bridgeOf(account), name, args);
  const reason = (account: number, name: string, ...args: readonly unknown[]) =>
    bridgeOf(account)
      .getFunction(name)
      .staticCall(...args)
      .then(
        () => 'not refused',
        (error: { reason?: string }) => error.reason,
      );
  const status = (chain = 'ethereum') => provider.send('qor_getBridgeStatus', [chain]);
  return { node, provider, walletAt, bridgeOf, send, reason, status };
}

/** Estimating would verify every signature many times. */
const gasLimit = 3_000_000n;

async function sendTo(contract: Contract, name: string, args: readonly unknown[], value = 0n) {
  const sent = await contract.getFunction(name).send(...args, { gasLimit, value });
  const receipt = await sent.wait();
  assert.equal(receipt?.status, 1, name);
  return receipt;
}

/** A node where accounts 0, 1 and 2 attest for Ethereum, which is open for 500 at once and 1000 a day. */
async function openBridge(t: Parameters<typeof startTestNode>[0]): Promise<Fixture> {
  const home = mkdtempSync(join(tmpdir(), 'qord-bridge-'));
  const sections = { bridge: { params }, staking: { params: { signed_blocks_window: 10_000 } } };
  writeHome(homePaths(home), genesisWith(sections));
  const fixture = await connect(await startTestNode(t, { home, flags }));
  for (const account of [1, 2]) {
    const staking = moduleContract('IStaking', stakingAddress, fixture.walletAt(account));
    const { key, proof } = keyWithProof(testConsensusKey(account), parseAddress(fixture.walletAt(account).address));
    await sendTo(staking, 'createValidator', [key, proof, `validator ${account}`, 500, 200_000n * qor]);
  }
  await fixture.provider.send('anvil_mine', ['0x20', '0x1']);
  for (const [account, { publicKey }] of keys.entries())
    await fixture.send(account, 'registerValidator', publicKey, ['ethereum']);
  await fixture.send(0, 'updateChainConfig', 'ethereum', foreign, 12, '', 'active', '', '');
  await fixture.send(0, 'setTransferLimits', 'ethereum', 500n, 1_000n);
  return fixture;
}

function claimFor({ walletAt }: Fixture, account: number, txHash: string, amount: bigint): Claim {
  const facts = { ...usdc, txHash, amount };
  const receiver = parseAddress(walletAt(account).address);
  return { ...facts, eventType: 'deposit', operationId: depositId(9800n, { ...facts, receiver }) };
}

function releaseOf(number: number, amount: bigint): Claim {
  const operationId = withdrawalId(9800n, 'ethereum', number);
  return { ...usdc, eventType: 'withdrawal_complete', operationId, txHash: '0xfeed', amount };
}

const depositArguments = ({ chain, txHash, asset, amount }: Claim) => [
  chain,
  txHash,
  asset,
  amount,
  [],
  '0x',
  `0x${'00'.repeat(20)}`,
];

function attestArguments(validator: number, claim: Claim) {
  const { chain, eventType, operationId, txHash, amount, asset } = claim;
  const signature = signClaim(keys[validator] ?? bridgeKey(9), claim);
  return [chain, eventType, operationId, txHash, amount, asset, '0x', signature];
}

/** Account 3 claims, validators 0 and 1 attest. */
async function bring(fixture: Fixture, txHash: string, amount: bigint): Promise<Claim> {
  const claim = claimFor(fixture, 3, txHash, amount);
  await fixture.send(3, 'deposit', ...depositArguments(claim));
  await attestAll(fixture, claim);
  return claim;
}

async function attestAll(fixture: Fixture, claim: Claim): Promise<void> {
  for (const validator of [0, 1]) await fixture.send(validator, 'attest', ...attestArguments(validator, claim));
}

const statusOf = async ({ bridgeOf }: Fixture, { operationId }: Claim): Promise<string> =>
  (await bridgeOf(9).getFunction('operationOf').staticCall(operationId))[0];

const balanceOf = ({ bridgeOf }: Fixture, account: string): Promise<bigint> =>
  bridgeOf(9).getFunction('balanceOf').staticCall('ethereum', 'USDC', account);

async function later({ provider }: Fixture, seconds: number): Promise<void> {
  await provider.send('evm_increaseTime', [seconds]);
  await provider.send('evm_mine', []);
  await provider.send('evm_mine', []);
}

/** Asserts that the locked amounts in the status equal what accounts hold. */
async function assertLocked(fixture: Fixture, expected: bigint): Promise<void> {
  const text = expected.toString();
  assert.deepEqual((await fixture.status()).locked, [{ asset: 'USDC', total_locked: text, total_minted: text }]);
  assertHeld({ state: fixture.node.node.chain.headState() });
}

async function closeAndCount({ provider, node }: Fixture): Promise<void> {
  provider.destroy();
  await node.close();
  await assertSupplyIsSumOfBalances(node.home);
}

test('deposits by attestation up to the daily limit, over it, and on the next day', async (t) => {
  const fixture = await openBridge(t);
  assert.equal((await fixture.status()).status, 'active');
  assert.equal((await fixture.status('bitcoin')).status, 'pending');
  await assert.rejects(fixture.status('mars'), /Entity not found/);
  const late = claimFor(fixture, 3, '0x0f', 100n);
  await fixture.send(3, 'deposit', ...depositArguments(late));
  for (const [at, amount] of [300n, 300n, 300n, 100n].entries())
    assert.equal(await statusOf(fixture, await bring(fixture, `0x0${at + 1}`, amount)), 'executed');
  await assertLocked(fixture, 1_000n);
  const more = depositArguments(claimFor(fixture, 3, '0x10', 1n));
  assert.match(
    (await fixture.reason(3, 'deposit', ...more)) ?? '',
    /^bridge: above what is left of the daily limit: 0 until .*\(10\)$/,
  );
  assert.equal(
    await fixture.reason(3, 'deposit', ...depositArguments(claimFor(fixture, 3, '0x10', 501n))),
    'bridge: above the limit of one transfer: at most 500 (9)',
  );
  await attestAll(fixture, late);
  assert.equal(await statusOf(fixture, late), 'failed');
  assert.equal((await fixture.status()).circuit_breaker.current_daily, '1000');
  await assertLocked(fixture, 1_000n);
  await later(fixture, 86_400);
  assert.equal(await statusOf(fixture, late), 'executed');
  assert.equal((await fixture.status()).circuit_breaker.current_daily, '100');
  await assertLocked(fixture, 1_100n);
  await closeAndCount(fixture);
});

test('a withdrawal, and a circuit breaker that trips and is reset', async (t) => {
  const fixture = await openBridge(t);
  await bring(fixture, '0x01', 300n);
  const holder = fixture.walletAt(3).address;
  const receipt = await fixture.send(3, 'withdraw', 'ethereum', foreign, 'USDC', 120n);
  assert.equal(receipt?.logs.length, 2, 'the burned fee and the withdrawal');
  assert.deepEqual([await balanceOf(fixture, holder), await balanceOf(fixture, bridgeAddress)], [180n, 120n]);
  await assertLocked(fixture, 300n);
  await attestAll(fixture, releaseOf(1, 120n));
  assert.equal(await statusOf(fixture, releaseOf(1, 120n)), 'executed');
  assert.deepEqual([await balanceOf(fixture, holder), await balanceOf(fixture, bridgeAddress)], [180n, 0n]);
  await assertLocked(fixture, 180n);

  await fixture.send(2, 'tripCircuitBreaker', 'ethereum', 'odd transfers');
  const { circuit_breaker } = await fixture.status();
  assert.deepEqual([circuit_breaker.paused, circuit_breaker.paused_reason], [true, 'odd transfers']);
  const refusal = 'bridge: the chain is paused: odd transfers (3)';
  assert.equal(await fixture.reason(3, 'withdraw', 'ethereum', foreign, 'USDC', 1n), refusal);
  assert.equal(await fixture.reason(3, 'deposit', ...depositArguments(claimFor(fixture, 3, '0x02', 1n))), refusal);
  assert.equal(
    await fixture.reason(2, 'resetCircuitBreaker', 'ethereum'),
    'bridge: only the admin of the bridge may do this (28)',
  );
  await fixture.send(0, 'resetCircuitBreaker', 'ethereum');
  assert.equal((await fixture.status()).circuit_breaker.paused, false);
  await bring(fixture, '0x02', 20n);
  await assertLocked(fixture, 200n);
  await fixture.send(0, 'updateChainConfig', 'ethereum', '', 0, '', 'paused', '', '');
  assert.equal((await fixture.status()).status, 'paused');
  await closeAndCount(fixture);
});

test('the bridge continues after an export, open operations included', async (t) => {
  const fixture = await openBridge(t);
  await bring(fixture, '0x01', 200n);
  const large = await bring(fixture, '0x02', 400n);
  const open = claimFor(fixture, 3, '0x03', 50n);
  await fixture.send(3, 'deposit', ...depositArguments(open));
  await fixture.send(2, 'attest', ...attestArguments(2, open));
  await fixture.send(3, 'withdraw', 'ethereum', foreign, 'USDC', 30n);
  assert.equal(await statusOf(fixture, large), 'attested');
  await fixture.send(1, 'tripCircuitBreaker', 'ethereum', 'before the move');
  const genesis = await exportedGenesis(fixture.node.home);
  const before = await fixture.status();
  const home = mkdtempSync(join(tmpdir(), 'qord-bridge-'));
  writeHome(homePaths(home), genesis);
  const next = await connect(await startTestNode(t, { home, flags }));
  assert.deepEqual(await next.status(), before);
  for (const chain of [fixture, next]) {
    await chain.send(0, 'resetCircuitBreaker', 'ethereum');
    await chain.send(0, 'attest', ...attestArguments(0, open));
    assert.equal(await statusOf(chain, open), 'executed', 'with the attestation from before');
    await attestAll(chain, releaseOf(1, 30n));
    assert.equal(await statusOf(chain, releaseOf(1, 30n)), 'executed');
    await later(chain, 120);
    assert.equal(await statusOf(chain, large), 'executed');
    await assertLocked(chain, 620n);
    const again = depositArguments({ ...open, txHash: '0X0002' });
    assert.match((await chain.reason(4, 'deposit', ...again)) ?? '', /bridged or claimed already \(27\)$/);
    await closeAndCount(chain);
  }
});

/** The contract with the interface above it, in one source. */
function compileUser() {
  const files = createModules().flatMap((module) =>
    module.name === 'bridge' ? [...solidityInterfaces(module).values()] : [],
  );
  const user = readFileSync(new URL('../../src/testing/contracts/BridgeUser.sol', import.meta.url), 'utf8');
  return compileSolidity('BridgeUser', [...files, user].join('\n'));
}

test('a Solidity contract holds, withdraws and transfers bridged assets', async (t) => {
  const fixture = await openBridge(t);
  const { abi, bytecode } = compileUser();
  const user = await new ContractFactory(abi as InterfaceAbi, bytecode, fixture.walletAt(3)).deploy();
  await user.waitForDeployment();
  const address = await user.getAddress();
  await sendTo(user as Contract, 'claim', ['0x01', 90n]);
  const facts = { ...usdc, txHash: '0x01', amount: 90n };
  const operationId = depositId(9800n, { ...facts, receiver: parseAddress(address) });
  await attestAll(fixture, { ...facts, eventType: 'deposit', operationId });
  assert.equal(await balanceOf(fixture, address), 90n);
  const ask = (name: string, ...args: readonly unknown[]) => user.getFunction(name).staticCall(...args);
  assert.equal(await ask('tryTooMuch', foreign), 'bridge: the account holds less of the asset: 90 (25)');
  await sendTo(user as Contract, 'payOut', [foreign, fixture.walletAt(5).address], parseEther('1'));
  assert.equal(await balanceOf(fixture, address), 0n);
  assert.equal(await balanceOf(fixture, fixture.walletAt(5).address), 45n);
  assert.equal(await fixture.provider.getBalance(address), parseEther('0.9'), 'the fee was burned');
  assert.equal(burnedBySource.get(fixture.node.node.chain.headState(), 'bridge_fee'), parseEther('0.1'));
  await assertLocked(fixture, 90n);
  await closeAndCount(fixture);
});

test('the command line activates a chain, registers a validator, deposits, attests and shows the results', async (t) => {
  const node = await startTestNode(t, { flags });
  const run = commandsOn(node);
  const password = join(temporaryFolder(t), 'password');
  writeFileSync(password, 'secret');
  await run('keys', 'pqc', 'add', 'mine', '--password-file', password);
  const { publicKey } = await run('keys', 'pqc', 'show', 'mine');
  const [facts, receiver] = [['ethereum', '0x01', 'USDC', '25'], 'dev1'];
  await run('tx', 'bridge', 'update-chain-config', 'ethereum', '--status', 'active', '--from', 'dev0');
  await run('tx', 'bridge', 'register-validator', publicKey, 'ethereum', '--from', 'dev0');
  await run('tx', 'bridge', 'deposit', ...facts, '--from', receiver);
  const { operationId } = await run('query', 'bridge', 'deposit-id', ...facts, receiver);
  const words = ['ethereum', 'deposit', operationId, '0x01', '25', 'USDC'];
  const { signature } = await run('keys', 'pqc', 'sign', 'mine', words.join('|'), '--password-file', password);
  await run('tx', 'bridge', 'attest', ...words, '--pqc-signature', signature, '--from', 'dev0');
  assert.deepEqual(await run('query', 'bridge', 'balance-of', 'ethereum', 'USDC', receiver), { amount: '25' });
  assert.match(JSON.stringify(await run('query', 'bridge', 'operation', operationId)), /"status":"executed"/);
  assert.match(JSON.stringify(await run('query', 'bridge', 'chain', 'ethereum')), /"min_confirmations":12/);
  assert.match(JSON.stringify(await run('query', 'bridge', 'total', 'ethereum', 'USDC')), /"total_locked":"25"/);
});
