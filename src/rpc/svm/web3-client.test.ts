import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  Connection,
  Keypair,
  PublicKey,
  SendTransactionError,
  SystemProgram,
  Transaction,
  TransactionMessage,
  VersionedTransaction,
} from '@solana/web3.js';
import { type Address, toSvmKey } from '../../primitives/address.ts';
import { toSignature } from '../../svm/signature.ts';
import { alice, bob, carol, openSvmInterface, signed } from '../../testing/interfaces/svm-interface.ts';
import { untilIdle } from '../../testing/interfaces/web3-idle.ts';
import { until } from '../../testing/until.ts';

const key = (address: Address) => new PublicKey(toSvmKey(address));

async function connect(t: Parameters<typeof openSvmInterface>[0]) {
  const svm = await openSvmInterface(t);
  return { ...svm, connection: new Connection(svm.url, { commitment: 'confirmed', wsEndpoint: svm.webSocketUrl }) };
}

test('the read surface of the client works', async (t) => {
  const { connection, mine, chain } = await connect(t);
  const transfers = [0n, 1n, 2n].map((nonce) => signed({ nonce, value: 5n * 10n ** 9n }));
  for (const tx of transfers) mine([tx]);
  const signatures = transfers.map(({ hash }) => toSignature(hash));
  const [first = '', , last = ''] = signatures;

  assert.equal((await connection.getVersion())['solana-core'], '1.18.0-qord');
  assert.equal(await connection.getBalance(key(bob)), 10_000_000 * 10 ** 9 + 15);
  assert.equal((await connection.getBalanceAndContext(key(bob))).context.slot, 3);
  const account = await connection.getAccountInfo(key(bob));
  assert.equal(account?.owner.equals(SystemProgram.programId), true);
  assert.equal(await connection.getAccountInfo(Keypair.generate().publicKey), null);
  assert.equal((await connection.getParsedAccountInfo(key(bob))).value?.executable, false);
  assert.equal((await connection.getMultipleAccountsInfo([key(alice), key(bob)])).length, 2);
  assert.equal((await connection.getMultipleParsedAccounts([key(alice)])).value.length, 1);
  assert.equal(await connection.getSlot(), 3);
  assert.equal(await connection.getBlockHeight(), 3);
  assert.equal(await connection.getTransactionCount(), 3);
  assert.equal(await connection.getFirstAvailableBlock(), 0);
  assert.equal(await connection.getMinimumLedgerSlot(), 0);
  assert.equal(await connection.getBlockTime(3), chain.head().timestamp);
  assert.equal((await connection.getGenesisHash()).length > 40, true);
  assert.equal(await connection.getMinimumBalanceForRentExemption(165), 2_039_280);
  assert.equal((await connection.getEpochInfo()).absoluteSlot, 3);
  assert.equal((await connection.getEpochSchedule()).getEpoch(3), 0);
  assert.equal((await connection.getSlotLeader()).length > 30, true);
  assert.equal((await connection.getSupply()).value.nonCirculatingAccounts.length, 11);
  assert.equal((await connection.getClusterNodes()).length, 1);
  assert.equal(typeof (await connection.getInflationRate()).total, 'number');
  assert.equal(typeof (await connection.getInflationGovernor()).initial, 'number');
  assert.deepEqual(await connection.getInflationReward([key(alice)]), [null]);
  assert.equal((await connection.getRecentPrioritizationFees()).length, 4);
  assert.deepEqual(await connection.getRecentPerformanceSamples(1), []);
  assert.deepEqual(await connection.getBlocks(1, 3), [1, 2, 3]);
  assert.deepEqual((await connection.getTokenAccountsByOwner(key(bob), { programId: tokenProgram })).value, []);
  assert.deepEqual((await connection.getParsedTokenAccountsByOwner(key(bob), { programId: tokenProgram })).value, []);
  assert.deepEqual([...(await connection.getProgramAccounts(tokenProgram))], []);

  const { blockhash } = await connection.getLatestBlockhash();
  assert.equal((await connection.isBlockhashValid(blockhash)).value, true);
  const message = new TransactionMessage({ payerKey: key(alice), recentBlockhash: blockhash, instructions: [] });
  assert.equal(typeof (await connection.getFeeForMessage(message.compileToV0Message())).value, 'number');

  const history = await connection.getSignaturesForAddress(key(bob), { limit: 2 });
  assert.deepEqual(
    history.map(({ signature }) => signature),
    signatures.slice(1).reverse(),
  );
  assert.equal((await connection.getSignatureStatus(first)).value?.confirmationStatus, 'finalized');
  const found = await connection.getTransaction(last, { maxSupportedTransactionVersion: 0 });
  assert.equal(found?.transaction.message.getAccountKeys().get(1)?.equals(key(bob)), true);
  const several = await connection.getTransactions(signatures, { maxSupportedTransactionVersion: 0 });
  assert.deepEqual(
    several.map((tx) => tx?.slot),
    [1, 2, 3],
  );
  const [parsed] = await connection.getParsedTransactions(signatures, { maxSupportedTransactionVersion: 0 });
  const instruction = parsed?.transaction.message.instructions[0];
  assert.ok(instruction && 'parsed' in instruction);
  assert.deepEqual(instruction.parsed, {
    info: { destination: key(bob).toBase58(), lamports: 5, source: key(alice).toBase58() },
    type: 'transfer',
  });
  assert.equal((await connection.getBlock(2, { maxSupportedTransactionVersion: 0 }))?.transactions.length, 1);
  assert.equal((await connection.getParsedBlock(2, { maxSupportedTransactionVersion: 0 }))?.transactions.length, 1);
  assert.deepEqual((await connection.getBlockSignatures(2)).signatures, [signatures[1]]);
});

const tokenProgram = new PublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');

test('every way to submit ends with the same error', async (t) => {
  const { connection } = await connect(t);
  const payer = Keypair.generate();
  const transfer = SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: key(bob), lamports: 1 });
  const { blockhash } = await connection.getLatestBlockhash();
  const legacy = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 150 }).add(transfer);
  legacy.sign(payer);
  const message = new TransactionMessage({
    payerKey: payer.publicKey,
    recentBlockhash: blockhash,
    instructions: [transfer],
  });
  const versioned = new VersionedTransaction(message.compileToV0Message());
  const forged = versioned.serialize();
  versioned.sign([payer]);
  const attempts = [
    () => connection.sendRawTransaction(legacy.serialize()),
    () => connection.sendRawTransaction(legacy.serialize(), { skipPreflight: true }),
    () => connection.sendRawTransaction(versioned.serialize()),
    () => connection.sendRawTransaction(forged),
    () => connection.sendEncodedTransaction('not a transaction'),
    () => connection.sendTransaction(legacy, [payer]),
    () => connection.sendTransaction(versioned),
    () => connection.simulateTransaction(legacy),
  ];
  for (const attempt of attempts) {
    await assert.rejects(attempt, (error) => {
      assert.ok(error instanceof SendTransactionError);
      return error.message.includes('SVM module is disabled');
    });
  }
  await assert.rejects(() => connection.simulateTransaction(versioned), /SVM module is disabled/);
  await assert.rejects(() => connection.requestAirdrop(payer.publicKey, 1), { code: 11 });
  assert.equal(await connection.getBalance(payer.publicKey), 0);
});

test('subscriptions notify of each block', async (t) => {
  const { connection, mine } = await connect(t);
  const received: string[] = [];
  const record = (name: string) => (value: unknown) => void received.push(`${name} ${JSON.stringify(value)}`);
  const tx = signed({ nonce: 0n, value: 2n * 10n ** 9n });
  const ids = {
    slot: connection.onSlotChange(record('slot')),
    root: connection.onRootChange(record('root')),
    account: connection.onAccountChange(key(bob), ({ lamports }) => record('account')(lamports)),
    program: connection.onProgramAccountChange(SystemProgram.programId, ({ accountId }) =>
      record('program')(accountId.equals(key(bob))),
    ),
    logs: connection.onLogs(key(bob), ({ signature, err }) => record('logs')([signature, err])),
  };
  connection.onSignature(toSignature(tx.hash), ({ err }) => record('signature')(err));
  const slotUpdates = connection.onSlotUpdate(({ type }) => record('slotUpdate')(type));
  // When the last subscription has its first notification, the others exist too: they were requested before it.
  await until(async () => {
    if (received.includes('slotUpdate "root"')) return true;
    mine();
    return false;
  }, 'the last subscription');
  received.length = 0;
  const { number } = mine([tx]).block.header;
  await until(() => received.length >= 11, 'eleven notifications');
  assert.deepEqual(received.sort(), [
    'account 10000000000000002',
    `logs ["${toSignature(tx.hash)}",null]`,
    'program false',
    'program true',
    `root ${number}`,
    'signature null',
    `slot {"parent":${number - 1},"root":${number},"slot":${number}}`,
    'slotUpdate "createdBank"',
    'slotUpdate "frozen"',
    'slotUpdate "optimisticConfirmation"',
    'slotUpdate "root"',
  ]);
  await connection.removeSlotChangeListener(ids.slot);
  await connection.removeRootChangeListener(ids.root);
  await connection.removeAccountChangeListener(ids.account);
  await connection.removeProgramAccountChangeListener(ids.program);
  await connection.removeOnLogsListener(ids.logs);
  await connection.removeSlotUpdateListener(slotUpdates);
  await untilIdle(connection);
});

test('a transaction is confirmed over its subscription', async (t) => {
  const { connection, mine } = await connect(t);
  const tx = signed({ nonce: 0n, to: carol });
  const { blockhash, lastValidBlockHeight } = await connection.getLatestBlockhash();
  const confirmed = connection.confirmTransaction({ signature: toSignature(tx.hash), blockhash, lastValidBlockHeight });
  setTimeout(() => mine([tx]), 50);
  assert.deepEqual((await confirmed).value, { err: null });
  await untilIdle(connection);
});
