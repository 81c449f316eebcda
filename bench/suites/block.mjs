/**
 * Blocks of 1,000 ERC-20 transfers by 200 senders, executed and committed to disk, in process: by themselves, and one
 * after another as a busy node makes them, where the signatures of the next are recovered meanwhile.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';

const dist = new URL('../../dist/', import.meta.url);
const load = (path) => import(new URL(path, dist));
const { createMemoryChain } = await load('testing/memory-chain.js');
const { compileContract } = await load('testing/solidity.js');
const { openLmdbStore } = await load('store/lmdb-store.js');
const { decodeTransaction, signTransaction } = await load('kernel/transaction/codec.js');
const { addressOfPrivateKey } = await load('primitives/crypto/secp256k1.js');
const { keccakHash } = await load('primitives/crypto/keccak.js');
const { SenderRecovery } = await load('node/senders/sender-recovery.js');
const { bigintToFixedBytes, concatBytes } = await load('primitives/bytes.js');
const { fromHex } = await load('primitives/hex.js');

const senders = 200;
const perBlock = 1_000;
const blocks = 12;
const warmUp = 2;
const token = `0x${'70'.repeat(20)}`;
const word = (value) => bigintToFixedBytes(BigInt(value), 32);

export async function run(report) {
  const keys = Array.from({ length: senders }, (_, index) => word(index + 1));
  const accounts = keys.map(addressOfPrivateKey);
  const raws = Array.from({ length: blocks }, (_, block) => signBlock(keys, accounts, block));
  const alone = await onNewChain(accounts, (mine) => minedAlone(raws, mine));
  const inRow = await onNewChain(accounts, (mine) => minedInRow(raws, mine));
  const rate = (milliseconds) => (perBlock / milliseconds) * 1000;
  const all = alone.map(({ decoding, executing }) => decoding + executing);
  report.figure(
    'ERC-20 transfers executed and committed',
    'tx/s',
    rate(median(alone.map(({ executing }) => executing))),
    { better: 'high' },
  );
  report.figure('the same with signatures, a block by itself', 'tx/s', rate(median(all)), { better: 'high' });
  const goal = { better: 'high', goal: 5_000 };
  report.figure('the same with signatures, block after block', 'tx/s', rate(median(inRow)), goal);
}

/** Runs `work` with a function that makes blocks on a chain of its own. */
async function onNewChain(accounts, work) {
  const home = mkdtempSync(join(tmpdir(), 'qord-bench-'));
  const store = openLmdbStore(home);
  const { chain, mine } = createMemoryChain((state) => fill(state, accounts), { store });
  const times = await work(mine);
  const failed = chain.reader.receipts(blocks).filter(({ status }) => status === 0);
  if (failed.length > 0) throw new Error(`${failed.length} transfers failed`);
  await store.close();
  rmSync(home, { recursive: true });
  return times.slice(warmUp);
}

/** Milliseconds per block, each decoded and then executed. */
function minedAlone(raws, mine) {
  return raws.map((raw) => {
    const start = performance.now();
    const transactions = raw.map(decodeTransaction);
    const decoded = performance.now();
    mine(transactions);
    return { decoding: decoded - start, executing: performance.now() - decoded };
  });
}

/** Milliseconds per block, from one to the next; a thread recovers the senders of the next, as in the node. */
async function minedInRow(raws, mine) {
  const recovery = new SenderRecovery();
  const decode = (raw = []) => Promise.all(raw.map((bytes) => recovery.decode(bytes)));
  while (!recovery.isThreaded) await decode(raws[0].slice(0, 50));
  const times = [];
  let next = decode(raws[0]);
  for (let block = 0; block < raws.length; block++) {
    const start = performance.now();
    const transactions = await next;
    next = decode(raws[block + 1]);
    await nextTurn(); // it hands them to its thread at the end of the turn
    mine(transactions);
    times.push(performance.now() - start);
  }
  await recovery.close();
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
