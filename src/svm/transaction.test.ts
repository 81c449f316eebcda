import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PublicKey, SystemInstruction, Transaction, VersionedTransaction } from '@solana/web3.js';
import { type Address, parseAddress, toBase58, zeroAddress } from '../primitives/address.ts';
import { parseHash } from '../primitives/hash.ts';
import { encodeSvmTransaction, readMessage } from './message-codec.ts';
import { type LedgerTransaction, toSvmTransaction } from './transaction.ts';

const account = (n: number): Address => parseAddress(`0x${n.toString(16).padStart(40, '0')}`);
const [alice, bob, carol] = [account(0xa1), account(0xb2), account(0xc3)];
const gwei = 10n ** 9n;

const transfer: LedgerTransaction = {
  hash: parseHash(`0x${'12'.repeat(32)}`),
  sender: alice,
  to: bob,
  isCreation: false,
  value: 5n * gwei + 1n,
  data: new Uint8Array(0),
  parentHash: parseHash(`0x${'34'.repeat(32)}`),
  succeeded: true,
  fee: 2n * gwei,
  gasUsed: 21_000n,
  logs: [],
  balanceChanges: [
    { address: alice, before: 100n * gwei, after: 93n * gwei - 1n },
    { address: bob, before: 0n, after: 5n * gwei + 1n },
  ],
  svmOnlyChanges: [],
  unchangedBalance: (address) => (address === zeroAddress ? 77n * gwei : 0n),
};

test('a transfer of value is a system transfer of its lamports', () => {
  const shown = toSvmTransaction(transfer);
  assert.deepEqual([shown.keys.names, shown.keys.readonlyCount], [[alice, bob, zeroAddress], 1]);
  assert.deepEqual(shown.preBalances, [100n, 0n, 78n]);
  assert.deepEqual(shown.postBalances, [92n, 5n, 78n]);
  assert.equal(shown.fee, 2n);
  assert.deepEqual(shown.logMessages, [
    'Program 11111111111111111111111111111111 invoke [1]',
    'Program 11111111111111111111111111111111 success',
  ]);
});

test('SVM libraries decode the encoded transaction', () => {
  const decoded = Transaction.from(encodeSvmTransaction(toSvmTransaction(transfer)));
  const [instruction] = decoded.instructions;
  assert.ok(instruction);
  const { fromPubkey, toPubkey, lamports } = SystemInstruction.decodeTransfer(instruction);
  assert.equal(fromPubkey.toBase58(), toBase58(alice));
  assert.equal(toPubkey.toBase58(), toBase58(bob));
  assert.equal(lamports, 5n);
  assert.equal(decoded.feePayer?.toBase58(), toBase58(alice));
  assert.equal(new PublicKey(Buffer.from('34'.repeat(32), 'hex')).toBase58(), decoded.recentBlockhash);
  assert.equal(decoded.signatures[0]?.signature?.length, 64);
});

test('a call is an instruction of the contract; its events are program data', () => {
  const topic = parseHash(`0x${'56'.repeat(32)}`);
  const data = Uint8Array.of(1, 2, 3, 4);
  const logs = [
    { address: bob, topics: [topic], data },
    { address: carol, topics: [], data },
  ];
  const shown = toSvmTransaction({ ...transfer, data, logs });
  assert.deepEqual(
    shown.instructions.map(({ program, accounts }) => ({ program, accounts })),
    [
      { program: 2, accounts: [0, 1] },
      { program: 1, accounts: [0] },
    ],
  );
  assert.deepEqual(shown.instructions[1]?.data, data);
  assert.deepEqual(shown.logMessages.slice(2), [
    `Program ${toBase58(bob)} invoke [1]`,
    `Program data: ${Buffer.from('56'.repeat(32), 'hex').toString('base64')} AQIDBA==`,
    `Program ${toBase58(carol)} invoke [2]`,
    'Program data: AQIDBA==',
    `Program ${toBase58(carol)} success`,
    `Program ${toBase58(bob)} success`,
  ]);
});

test('a call without value shows the contract with the balance it kept', () => {
  const shown = toSvmTransaction({
    ...transfer,
    value: 0n,
    data: Uint8Array.of(9),
    balanceChanges: [{ address: alice, before: 100n * gwei, after: 98n * gwei }],
    unchangedBalance: (address) => (address === bob ? 40n * gwei : 0n),
  });
  assert.deepEqual([shown.keys.names, shown.keys.readonlyCount], [[alice, bob, zeroAddress], 2]);
  assert.deepEqual(shown.preBalances, [100n, 40n, 1n]);
  assert.deepEqual(shown.postBalances, [98n, 40n, 1n]);
});

test('a failed transaction ends with a failed program', () => {
  const shown = toSvmTransaction({ ...transfer, succeeded: false });
  assert.equal(shown.logMessages.at(-1), 'Program 11111111111111111111111111111111 failed: generic instruction error');
});

test('instructions can name their accounts also among more than 256', () => {
  const many = Array.from({ length: 400 }, (_, i) => ({ address: account(0x1000 + i), before: 0n, after: gwei }));
  const shown = toSvmTransaction({ ...transfer, balanceChanges: [...transfer.balanceChanges, ...many] });
  assert.equal(shown.keys.names.length, 403);
  assert.equal(shown.postBalances.length, 403);
  const { message } = VersionedTransaction.deserialize(encodeSvmTransaction(shown));
  assert.equal(message.staticAccountKeys.length, 403);
  const program = message.compiledInstructions[0]?.programIdIndex ?? -1;
  assert.equal(message.staticAccountKeys[program]?.toBase58(), '11111111111111111111111111111111');
});

test('a long input is truncated, so that no response grows with it', () => {
  const shown = toSvmTransaction({ ...transfer, value: 0n, data: new Uint8Array(100_000).fill(7) });
  assert.equal(shown.instructions[0]?.data.length, 1_024);
});

test('the block hash and signers of legacy and version 0 messages are read', () => {
  const legacy = new Transaction({
    feePayer: new PublicKey(1),
    blockhash: new PublicKey(2).toBase58(),
    lastValidBlockHeight: 1,
  });
  const message = legacy.compileMessage();
  const summary = { signatures: 1, recentBlockhash: new Uint8Array(new PublicKey(2).toBytes()) };
  assert.deepEqual(readMessage(new Uint8Array(message.serialize())), summary);
  assert.deepEqual(readMessage(Uint8Array.of(0x80, ...message.serialize())), summary);
  assert.equal(readMessage(Uint8Array.of(1, 0, 0)), undefined);
  assert.equal(readMessage(Uint8Array.of(0x81, ...message.serialize())), undefined);
});
