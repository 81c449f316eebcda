/**
 * Blocks of 1,000 ERC-20 transfers by 200 senders, decoded, executed and committed to disk, in process. Signatures are
 * recovered as in the node, with its second thread: each block waits for its own, or, as on a busy node, those of the
 * next are recovered while one is executed.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

const dist = new URL('../../dist/', import.meta.url);
const load = (path) => import(new URL(path, dist));
const { createMemoryChain } = await load('testing/memory-chain.js');
const { testMainThread } = await load('testing/process/main-thread.js');
const { compileContract } = await load('testing/solidity.js');
const { openLmdbStore } = await load('store/lmdb-store.js');
const { signTransaction } = await load('kernel/transaction/codec.js');
const { addressOfPrivateKey } = await load('primitives/crypto/secp256k1.js');
const { keccakHash } = await load('primitives/crypto/keccak.js');
const { SenderRecovery } = await load('node/sender-recovery/sender-recovery.js');
const { Threads } = await load('primitives/threads.js');
const { Faults } = await load('primitives/faults.js');
const { bigintToFixedBytes, concatBytes } = await load('primitives/bytes.js');
const { fromHex } = await load('primitives/hex.js');

const senders = 200;
const perBlock = 1_000;
const blocks = 20;
/** Warm-up blocks, in which functions are still being compiled; not counted. */
const warmUp = 5;
/** Who sends the transactions: one client. */
const submitter = { network: '127.0.0.1' };
/** Transactions a second, without signatures and with them. */
const goals = { executed: 20_000, signed: 9_000 };
const token = `0x${'70'.repeat(20)}`;
const word = (value) => bigintToFixedBytes(BigInt(value), 32);

export async function run(report) {
  const keys = Array.from({ length: senders }, (_, index) => word(index + 1));
  const accounts = keys.map(addressOfPrivateKey);
  const raws = Array.from({ length: blocks }, (_, block) => signBlock(keys, accounts, block));
  const alone = await onNewChain(raws, accounts, (chain) => minedAlone(raws, chain));
  const inRow = await onNewChain(raws, accounts, (chain) => minedInRow(raws, chain));
  const figure = (what, times, goal) =>
    report.figure(what, 'tx/s', (perBlock / median(times)) * 1000, { better: 'high', goal });
  figure(
    'ERC-20 transfers executed and committed',
    alone.map(({ executing }) => executing),
    goals.executed,
  );
  figure(
    'the same with signatures, a block by itself',
    alone.map(({ decoding, executing }) => decoding + executing),
    goals.signed,
  );
  figure('the same with signatures, block after block', inRow, goals.signed);
}

/** Runs `work` with functions that decode transactions and make blocks on a new chain. */
async function onNewChain(raws, accounts, work) {
  const home = mkdtempSync(join(tmpdir(), 'qord-bench-'));
  const store = openLmdbStore(home);
  const { chain, mine } = createMemoryChain((state) => fill(state, accounts), { store });
  const recovery = new SenderRecovery(new Threads(new Faults()), testMainThread());
  const decode = (raw = []) => Promise.all(raw.map((bytes) => recovery.decode(bytes, submitter)));
  while (!recovery.isThreaded) await decode(raws[0].slice(0, 50));
  const times = await work({ decode, mine });
  await recovery.close();
  const failed = chain.reader.receipts(blocks).filter(({ status }) => status === 0);
  if (failed.length > 0) throw new Error(`${failed.length} transfers failed`);
  await store.close();
  rmSync(home, { recursive: true });
  return times.slice(warmUp);
}

/** Milliseconds per block, each decoded and then executed. */
async function minedAlone(raws, { decode, mine }) {
  const times = [];
  for (const raw of raws) {
    const start = performance.now();
    const transactions = await decode(raw);
    const decoded = performance.now();
    mine(transactions);
    times.push({ decoding: decoded - start, executing: performance.now() - decoded });
  }
  return times;
}

/** Milliseconds per block, from one to the next, whose senders are recovered meanwhile. */
async function minedInRow(raws, { decode, mine }) {
  const times = [];
  let next = decode(raws[0]);
  for (let block = 0; block < raws.length; block++) {
    const start = performance.now();
    const transactions = await next;
    next = decode(raws[block + 1]);
    await nextTurn(); // the thread gets the first of them at the end of the turn
    mine(transactions);
    times.push(performance.now() - start);
  }
  return times;
}

function fill(state, accounts) {
  const codeHash = state.addCode(fromHex(compileContract('Token').runtimeCode));
  state.setAccount(token, { nonce: 1n, balance: 0n, codeHash });
  for (const account of accounts) {
    state.mint(account, 10n ** 24n);
    state.setEntry(token, keccakHash(concatBytes(word(account), word(0))), fromHex('0x0de0b6b3a7640000'));
  }
}

function signBlock(keys, accounts, block) {
  return Array.from({ length: perBlock }, (_, index) => {
    const from = index % senders;
    const to = accounts[(from * 7 + index + block) % senders];
    return signTransaction(transfer(to, BigInt(block * (perBlock / senders) + Math.floor(index / senders))), keys[from])
      .raw;
  });
}

function transfer(to, nonce) {
  return {
    type: 2,
    chainId: 9800n,
    nonce,
    gasLimit: 100_000n,
    maxFeePerGas: 10n ** 12n,
    maxPriorityFeePerGas: 1n,
    to: token,
    value: 0n,
    data: concatBytes(fromHex('0xa9059cbb'), word(to), word(1)),
    accessList: [],
  };
}

function median(values) {
  return values.toSorted((left, right) => left - right)[values.length >> 1];
}
