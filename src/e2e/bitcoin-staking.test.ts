import assert from 'node:assert/strict';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { type Contract, ContractFactory, type InterfaceAbi, JsonRpcProvider, Wallet } from 'ethers';
import * as z from 'zod';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import { homePaths } from '../config/home.ts';
import { solidityInterfaces } from '../kernel/module-docs/solidity.ts';
import { authorityAddress, babylonAddress } from '../modules/addresses.ts';
import { createModules } from '../modules/index.ts';
import { writeHome } from '../node/write-home.ts';
import { parseAddress, toBech32 } from '../primitives/address.ts';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { genesisWith } from '../testing/module-chain.ts';
import { exportedGenesis } from '../testing/modules/exported-genesis.ts';
import { moduleContract } from '../testing/modules/module-contracts.ts';
import { runQord } from '../testing/run-qord.ts';
import { compileSolidity, contractSource } from '../testing/solidity.ts';
import { assertSupplyIsSumOfBalances } from '../testing/supply.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

/** Account 0 is authority and validator, 1 the attester, 2 and 3 stake. */
const [validator = '', attester = '', alice = '', bob = ''] = developmentAccounts.map(({ address }) => address);
const short = {
  enabled: true,
  unbonding_period: 6,
  checkpoint_interval: 2,
  epoch_length: 2,
  confirmation_depth: 2,
  finalization_depth: 5,
  attesters: [attester],
};
const txHash = (number: number) => `0x${number.toString(16).padStart(64, 'a')}`;
const blockHash = (number: number) => `0x${number.toString(16).padStart(64, '0')}`;

async function openFixture(t: TestContext, genesis: GenesisDocument = genesisWith({})) {
  const folder = join(temporaryFolder(t), 'home');
  writeHome(homePaths(folder), genesis);
  const node = await startTestNode(t, { home: folder, flags: { 'consensus.block-interval': '20ms' } });
  const provider = new JsonRpcProvider(node.urls.http, undefined, {
    pollingInterval: 20,
    cacheTimeout: -1,
    batchStallTime: 0,
  });
  const walletOf = (account: string) =>
    new Wallet(node.accounts.find(({ address }) => address === account)?.privateKey ?? '', provider);
  const as = (account: string) => moduleContract('IBabylon', babylonAddress, walletOf(account));
  const close = async () => {
    provider.destroy();
    await node.close();
    await assertSupplyIsSumOfBalances(node.home);
  };
  const position = (account: string) => provider.send('qor_getBTCStakingPosition', [account]);
  return { node, provider, walletOf, as, close, position };
}
type Fixture = Awaited<ReturnType<typeof openFixture>>;

async function send(contract: Contract, name: string, ...args: readonly unknown[]): Promise<void> {
  const receipt = await (await contract.getFunction(name).send(...args)).wait();
  assert.equal(receipt?.status, 1, name);
}

/** The values that a view returns. */
async function read(contract: Contract, name: string, ...args: readonly unknown[]): Promise<unknown[]> {
  return [...(await contract.getFunction(name).staticCall(...args))];
}

/** Everything that calls may change; epochs continue by themselves. */
function recordsOf({ provider }: Fixture): Promise<unknown[]> {
  const names = ['position', 'attestation', 'checkpoint', 'totals', 'position_by_staker', 'validator_stake'];
  return Promise.all(names.map((name) => provider.send('qord_listRecords', ['babylon', name])));
}

/** Sends the call with enough gas and asserts that the transaction fails for this reason and that no record changes. */
async function assertRejected(fixture: Fixture, contract: Contract, words: readonly unknown[], reason: string) {
  const [name, ...args] = words;
  const call = contract.getFunction(String(name));
  await assert.rejects(call.staticCall(...args), { reason: `babylon: ${reason}` });
  const before = await recordsOf(fixture);
  await assert.rejects((await call.send(...args, { gasLimit: 1_000_000 })).wait(), { code: 'CALL_EXCEPTION' });
  assert.deepEqual(await recordsOf(fixture), before);
}

/** JSON-RPC errors as they are on the wire. */
async function errorOf({ node }: Fixture, method: string, params: readonly unknown[]) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const reply = await fetch(node.urls.http, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  const { error } = z.object({ error: z.object({ code: z.number(), message: z.string() }) }).parse(await reply.json());
  return [error.code, error.message];
}

/** Waits until the result satisfies the condition, and returns it. */
async function reached<T>(ask: () => Promise<T>, isReached: (response: T) => boolean): Promise<T> {
  const { response } = await until(async () => {
    const response = await ask();
    return isReached(response) && { response };
  }, 'the expected result');
  return response;
}

test('the module is off by default; the authority switches it on', async (t) => {
  const fixture = await openFixture(t);
  const ask = (...params: unknown[]) => errorOf(fixture, 'qor_getBTCStakingPosition', params);
  assert.deepEqual(await ask(toBech32(parseAddress(alice))), [-32000, 'Module disabled']);
  for (const params of [['qor1nobody'], [''], [7], [], [alice, alice]])
    assert.deepEqual(await ask(...params), [-32602, 'Invalid params']);
  const off = 'the module is off (3)';
  await assertRejected(fixture, fixture.as(validator), ['attestStake', txHash(1), 200_000n, alice, 900_000n], off);
  await assertRejected(fixture, fixture.as(alice), ['restake', txHash(1), 200_000n, validator], off);
  await assertRejected(fixture, fixture.as(alice), ['unbond', 1n], off);
  await assertRejected(fixture, fixture.as(validator), ['submitCheckpoint', 2n, blockHash(9), 9n, txHash(1)], off);
  const authority = moduleContract('IAuthority', authorityAddress, fixture.walletOf(validator));
  await send(authority, 'setParams', 'babylon', '{"enabled":true}');
  assert.deepEqual(await ask(alice), [-32001, 'Entity not found']);
  await send(fixture.as(validator), 'attestStake', txHash(1), 200_000n, alice, 900_000n);
  await send(fixture.as(alice), 'restake', txHash(1), 200_000n, validator);
  assert.equal((await fixture.position(alice)).status, 'active');
  await send(authority, 'setParams', 'babylon', '{"enabled":false}');
  assert.deepEqual(await ask(alice), [-32000, 'Module disabled']);
  await fixture.close();
});

/** A contract that stakes in its own name. */
async function deployStaker({ walletOf }: Fixture): Promise<Contract> {
  const babylon = createModules().find(({ name }) => name === 'babylon');
  assert.ok(babylon);
  const [text = ''] = solidityInterfaces(babylon).values();
  const { abi, bytecode } = compileSolidity('BitcoinStaker', `${text}\n${contractSource('BitcoinStaker')}`);
  const contract = await new ContractFactory(abi as InterfaceAbi, bytecode, walletOf(bob)).deploy();
  await contract.waitForDeployment();
  return contract as Contract;
}

test('bitcoin is staked by an account and by a contract, checkpointed, unbonded and released; an exported chain continues', async (t) => {
  const fixture = await openFixture(t, genesisWith({ babylon: { params: short } }));
  const { provider, as, position } = fixture;
  const contract = await deployStaker(fixture);
  const contractAddress = await contract.getAddress();
  await send(as(attester), 'attestStake', txHash(1), 250_000n, alice, 900_000n);
  await send(as(attester), 'attestStake', txHash(2), 100_000n, contractAddress, 900_001n);
  const rejection = await contract.getFunction('tryStake').staticCall(txHash(1), 250_000n);
  assert.equal(rejection, 'babylon: the Bitcoin transaction is not valid: it locks for another staker (2)');
  await send(as(alice), 'restake', txHash(1), 250_000n, validator);
  await send(contract, 'stake', txHash(2), 100_000n, validator);
  const { staked_at, ...rest } = await position(toBech32(parseAddress(alice)));
  assert.match(staked_at, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  const active = {
    id: '1',
    staker_address: toBech32(parseAddress(alice)),
    btc_tx_hash: txHash(1).slice(2),
    amount_satoshis: 250_000,
    status: 'active',
    unbonding_height: 0,
    validator_addr: toBech32(parseAddress(validator), 'qorvaloper'),
  };
  assert.deepEqual(rest, active);
  assert.deepEqual(await read(as(bob), 'stakeOf', validator), [350_000n, 2n]);

  const twice = 'the Bitcoin transaction is not valid: position 1 stands on it (2)';
  await assertRejected(fixture, as(alice), ['restake', txHash(1), 250_000n, validator], twice);
  const stranger = 'only its staker, the authority and the attesters may end a position (9)';
  await assertRejected(fixture, as(bob), ['unbond', 1n], stranger);
  await send(as(alice), 'unbond', 1n);
  await send(contract, 'leave');
  const leaving = await position(contractAddress);
  assert.deepEqual([leaving.id, leaving.status, leaving.unbonding_height], ['2', 'unbonding', 900_007]);

  const epochs = await reached(
    () => provider.send('qord_listRecords', ['babylon', 'epoch_snapshot', []]),
    (rows) => rows.length >= 2,
  );
  const [epoch, snapshot] = [epochs[0].key[0], epochs[0].value];
  const { stateRoot } = await provider.send('eth_getBlockByNumber', [`0x${snapshot.block_height.toString(16)}`, false]);
  await send(as(attester), 'submitCheckpoint', epoch, blockHash(77), 900_003n, stateRoot);
  const again = 'the checkpoint is not valid: the last one is of epoch';
  const words = ['submitCheckpoint', epoch, blockHash(78), 900_004n, stateRoot];
  await assertRejected(fixture, as(attester), words, `${again} ${epoch} (4)`);
  assert.equal((await position(alice)).status, 'unbonding', 'Bitcoin has not grown enough');
  await fixture.close();

  const next = await openFixture(t, await exportedGenesis(fixture.node.home));
  assert.equal((await next.position(alice)).status, 'unbonding');
  const checkpointOf = () => read(next.as(bob), 'checkpointOf', epoch);
  assert.deepEqual(await checkpointOf(), [blockHash(77), 900_003n, stateRoot, 'pending']);
  await send(next.as(attester), 'submitCheckpoint', epochs[1].key[0], blockHash(79), 900_008n, stateRoot);
  await reached(checkpointOf, ([, , , status]) => status === 'finalized');
  for (const account of [alice, contractAddress]) {
    const { status, unbonding_height } = await reached(
      () => next.position(account),
      (found) => found.status !== 'unbonding',
    );
    assert.deepEqual([status, unbonding_height], ['withdrawn', 0]);
  }
  await send(next.as(attester), 'attestStake', txHash(3), 300_000n, alice, 900_009n);
  await send(next.as(alice), 'restake', txHash(3), 300_000n, validator);
  assert.deepEqual([(await next.position(alice)).id, (await next.position(alice)).status], ['3', 'active']);
  await next.close();
});

test('the command line stakes and says what is wrong', async (t) => {
  const { node, close } = await openFixture(t, genesisWith({ babylon: { params: short } }));
  const variables = { QORD_NODE: node.urls.http, QORD_HOME: node.home };
  const run = (...words: string[]) => runQord([...words, '--json'], { variables });
  const attest = await run('tx', 'babylon', 'attest-stake', txHash(5), '250000', 'dev2', '900000', '--from', 'dev1');
  assert.deepEqual([attest.code, attest.stderr], [0, '']);
  const early = await run('tx', 'babylon', 'restake', txHash(5), '250001', 'dev0', '--from', 'dev2');
  assert.notEqual(early.code, 0);
  assert.match(early.stderr, /babylon: the Bitcoin transaction is not valid: it locks 250000 sat \(2\)/);
  const cut = await run('tx', 'babylon', 'restake', txHash(5).slice(0, -2), '250000', 'dev0', '--from', 'dev2');
  assert.notEqual(cut.code, 0);
  assert.match(cut.stderr, /takes 32 bytes, 64 hex digits, not 31 bytes: 0xaaaa/);
  const staked = await run('tx', 'babylon', 'restake', txHash(5).slice(2), '250000', 'dev0', '--from', 'dev2');
  assert.deepEqual([staked.code, staked.stderr], [0, '']);
  const shown = await run('query', 'babylon', 'position-of', 'dev2');
  assert.match(shown.stdout, /"status":"active"/);
  const params = await run('query', 'babylon', 'params');
  assert.match(params.stdout, /"min_stake_amount":100000/);
  await close();
});

test('no attester replaces the report of another, nor ends alone what several have seen', async (t) => {
  const fixture = await openFixture(t);
  const [carol = '', dave = ''] = developmentAccounts.slice(4, 6).map(({ address }) => address);
  const authority = moduleContract('IAuthority', authorityAddress, fixture.walletOf(validator));
  const attesters = [attester, carol, dave];
  await send(authority, 'setParams', 'babylon', JSON.stringify({ enabled: true, attesters, unbonding_period: 6 }));
  const attest = (by: string, staker: string, amount: bigint) =>
    send(fixture.as(by), 'attestStake', txHash(1), amount, staker, 900_000n);
  await attest(attester, alice, 200_000n);
  for (const amount of [200_000n, 200_001n, 200_002n]) await attest(carol, bob, amount);
  const invalid = (detail: string) => `the Bitcoin transaction is not valid: ${detail} (2)`;
  const disputed = invalid('1 of 2 attesters have seen it, whom it needs as others say otherwise');
  await assertRejected(fixture, fixture.as(alice), ['restake', txHash(1), 200_000n, validator], disputed);
  const other = invalid('it locks for another staker');
  await assertRejected(fixture, fixture.as(bob), ['restake', txHash(1), 200_002n, validator], other);
  await attest(dave, alice, 200_000n);
  await send(fixture.as(alice), 'restake', txHash(1), 200_000n, validator);
  for (let round = 0; round < 2; round++) await send(fixture.as(carol), 'unbond', 1n);
  assert.equal((await fixture.position(alice)).status, 'active');
  await send(fixture.as(dave), 'unbond', 1n);
  assert.equal((await fixture.position(alice)).status, 'unbonding');
  const ended = 'the stake is not valid: it is unbonding already (6)';
  await assertRejected(fixture, fixture.as(attester), ['unbond', 1n], ended);
  await fixture.close();
});
