import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { developmentAccounts } from '../primitives/development-accounts.ts';
import { type Cast, castMissing, castOf } from '../testing/clients/cast.ts';
import { compileContract } from '../testing/solidity.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';

const [alice = '', bob = ''] = developmentAccounts.map(({ address }): string => address);
const [aliceKey = '', bobKey = ''] = developmentAccounts.map(({ privateKey }): string => privateKey);
const { bytecode } = compileContract('Vault');
const create2Deployer = '0x4e59b44847b379578588920ca78fbf26c0b4956c';
const gasPrice = 101_000_000_000n;

type Receipt = { transactionHash: string; status: string; type: string; contractAddress?: string; logs: object[] };

describe('a session with Foundry', { skip: castMissing }, () => {
  const closers: (() => Promise<void>)[] = [];
  let node: TestNode;
  let cast: Cast;
  let vault: string;

  /** Sends with a key of Alice and returns the receipt; throws when the transaction failed. */
  const send = async (...words: readonly string[]): Promise<Receipt> => {
    const receipt: Receipt = JSON.parse(await cast('send', '--json', '--private-key', aliceKey, ...words));
    assert.equal(receipt.status, '0x1');
    return receipt;
  };

  before(async () => {
    node = await startTestNode({ after: (end) => void closers.push(end) });
    cast = castOf(node.urls.http);
    vault = (await send('--create', bytecode)).contractAddress ?? '';
  });
  after(async () => {
    for (const close of closers) await close();
  });

  test('identifies the network', async () => {
    assert.equal(await cast('chain-id'), '9800');
    assert.match(await cast('client'), /^qord\/v/);
    assert.equal(await cast('base-fee'), '100000000000');
    assert.equal(await cast('gas-price'), String(gasPrice));
    assert.ok(Number(await cast('block-number')) > 0);
    assert.ok(Date.now() / 1000 - Number(await cast('block', 'earliest', '--field', 'timestamp')) < 3_600);
    assert.match(await cast('block', 'pending', '--field', 'number'), /^\d+$/);
  });

  test('reads a contract', async () => {
    const receipt = await send(vault, 'deposit()', '--value', '5');
    assert.equal(receipt.logs.length, 1);
    assert.equal(await cast('call', vault, 'deposits(address)(uint256)', alice), '5');
    assert.equal(await cast('balance', vault), '5');
    const slot = await cast('index', 'address', alice, '0');
    assert.equal(BigInt(await cast('storage', vault, slot)), 5n);
    assert.ok((await cast('code', vault)).length > 1000);
    assert.equal(await cast('keccak', await cast('code', vault)), await cast('codehash', vault));
    const proof: { storageProof: { value: string }[] } = JSON.parse(await cast('proof', vault, slot));
    assert.equal(proof.storageProof[0]?.value, '0x5');
    const found: object[] = JSON.parse(
      await cast('logs', '--json', '--from-block', '0', '--address', vault, 'Deposited(address indexed,uint256)'),
    );
    assert.equal(found.length, 1);
    assert.match(await cast('access-list', vault, 'deposits(address)', alice), new RegExp(slot));
  });

  test('estimates, and shows why a call reverts', async () => {
    const words = ['estimate', vault, 'deposit()', '--from', bob];
    assert.ok(Number(await cast(...words, '--value', '1')) > 21_000);
    await assert.rejects(cast(...words), /execution reverted: nothing sent/);
    await assert.rejects(cast('call', vault, 'withdraw(uint256)', '9', '--from', bob), /code 3: .*0x6073b21f0/);
  });

  test('calls with state overrides and at another block', async () => {
    const slot = await cast('index', 'address', bob, '0');
    const diff = ['--override-state-diff', `${vault}:${slot}:0x7`];
    assert.equal(await cast('call', vault, 'deposits(address)(uint256)', bob, ...diff), '7');
    const code = ['--override-code', `${bob}:0x4360005260206000f3`, '--block.number', '77'];
    assert.equal(BigInt(await cast('call', bob, '0x', ...code)), 77n);
  });

  test('sends each type of transaction and finds it again', async () => {
    const { transactionHash: hash, type } = await send('--legacy', bob, '--value', '1ether');
    assert.equal(type, '0x0');
    assert.equal(await cast('tx', hash, 'value'), '1000000000000000000');
    assert.equal(await cast('receipt', hash, 'status'), 'true');
    assert.equal(await cast('receipt', hash, 'effectiveGasPrice'), String(gasPrice));
    assert.match(await cast('decode-transaction', await cast('tx', '--raw', hash)), new RegExp(alice, 'i'));
    assert.equal((await send(vault, 'deposit()', '--value', '1', '--access-list')).type, '0x2');
    assert.equal((await send(vault, 'deposit()', '--value', '1')).type, '0x2');
    const nonce = await cast('nonce', alice);
    const raw = await cast('mktx', '--private-key', aliceKey, bob, '--value', '1');
    assert.match(await cast('publish', raw), /"status":"0x1"/);
    assert.equal(await cast('nonce', alice), String(Number(nonce) + 1));
    await assert.rejects(cast('publish', raw), /nonce too low: next nonce|already known/);
    const unsigned = ['send', '--json', '--unlocked', '--from', bob, alice, '--value', '1'];
    assert.match(await cast(...unsigned), /"status":"0x1"/);
  });

  test('delegates an account to a contract', async () => {
    const authorization = await cast('wallet', 'sign-auth', vault, '--private-key', bobKey);
    const { type, transactionHash } = await send(bob, 'deposit()', '--value', '3', '--auth', authorization);
    assert.equal(type, '0x4');
    assert.equal((await cast('code', bob)).toLowerCase(), `0xef0100${vault.slice(2).toLowerCase()}`);
    assert.equal(await cast('call', bob, 'deposits(address)(uint256)', alice), '3');
    assert.match(await cast('run', transactionHash, '--evm-version', 'osaka'), /executed/);
  });

  test('repeats a transaction locally from the state of the node, with the same gas', async () => {
    await send(vault, 'deposit()', '--value', '1');
    const { transactionHash: hash } = await send(vault, 'withdraw(uint256)', '1');
    const gas = await cast('receipt', hash, 'gasUsed');
    assert.match(await cast('run', hash), new RegExp(`successfully executed[^]*Gas used: ${gas}`));
    const traced: { structLogs: object[] } = JSON.parse(await cast('rpc', 'debug_traceTransaction', hash));
    assert.ok(traced.structLogs.length > 100);
  });

  test('deploys to an address that is independent of the sender', async () => {
    const salt = `0x${'1'.padStart(64, '0')}`;
    const result = await cast('create2', '--deployer', create2Deployer, '--salt', salt, '--init-code', bytecode);
    const [address = ''] = /0x[0-9a-fA-F]{40}/.exec(result) ?? [];
    await send(create2Deployer, `${salt}${bytecode.slice(2)}`);
    assert.equal(await cast('code', address), await cast('code', vault));
  });

  test('reads the transactions in the pool', async () => {
    const later = await cast('mktx', '--private-key', aliceKey, '--nonce', '5000', '--gas-limit', '21000', bob);
    await cast('publish', '--async', later);
    assert.deepEqual(JSON.parse(await cast('tx-pool', 'status')), { pending: '0x0', queued: '0x1' });
    assert.match(await cast('tx-pool', 'inspect'), /0 wei \+ 21000 gas × \d+ wei/);
    assert.match(await cast('tx-pool', 'content-from', '--from', alice), /"5000"/);
    assert.match(await cast('tx-pool', 'content'), /"5000"/);
  });

  test('changes time, balances and blocks', async () => {
    const snapshot: string = JSON.parse(await cast('rpc', 'evm_snapshot'));
    const height = Number(await cast('block-number'));
    await cast('rpc', 'anvil_setBalance', vault, '0x1234');
    assert.equal(await cast('balance', vault), String(0x1234));
    await cast('rpc', 'anvil_mine', '0x5');
    assert.ok(Number(await cast('block-number')) >= height + 5);
    assert.equal(await cast('rpc', 'evm_revert', snapshot), 'true');
    assert.notEqual(await cast('balance', vault), String(0x1234));
  });

  test('works over WebSocket as well', async () => {
    const overWebSocket = castOf(node.urls.webSocket);
    assert.equal(await overWebSocket('chain-id'), '9800');
    assert.equal(await overWebSocket('call', vault, 'deposits(address)(uint256)', bob), '0');
  });

  test('reports insufficient funds and a fee that is too low', async () => {
    const poor = ['send', '--private-key', `0x${'11'.repeat(32)}`, alice, '--value', '1ether'];
    await assert.rejects(cast(...poor), /insufficient funds for transfer/);
    const cheap = [
      'send',
      '--private-key',
      aliceKey,
      '--gas-price',
      '1',
      '--priority-gas-price',
      '1',
      alice,
      '--value',
      '1',
    ];
    await assert.rejects(cast(...cheap), /max fee per gas less than block base fee/);
  });
});
