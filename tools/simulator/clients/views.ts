import assert from 'node:assert/strict';
import { base58 } from '@scure/base';
import { historyContract } from '#qord/chain/block-hash-history.ts';
import { hybridType } from '#qord/kernel/transaction/transaction.ts';
import { createModules } from '#qord/modules/index.ts';
import { accounts as svmAccounts } from '#qord/modules/svm/records.ts';
import { positions } from '#qord/modules/xqore/records.ts';
import { type Address, toBase58 } from '#qord/primitives/address.ts';
import { keccakHash } from '#qord/primitives/crypto/keccak.ts';
import { type Hash, hashFromNumber } from '#qord/primitives/hash.ts';
import { fromHex, type Hex, toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { decodeRlp } from '#qord/primitives/rlp/decode.ts';
import { bytesFromRlp, integerFromRlp, listFromRlp } from '#qord/primitives/rlp/item.ts';
import { weiPerLamport } from '#qord/primitives/units.ts';
import { writeJson } from '#qord/rpc/dispatch/write-json.ts';
import type { Account, StateView } from '#qord/state/types.ts';
import { toSignature } from '#qord/svm/signature.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { encodedCall } from '../../fuzz/modules/encode-call.ts';
import type { KnownBlock, Touching } from '../checks/known-chain.ts';
import type { Mined } from '../checks/shown.ts';
import type { Question } from './auditor.ts';

const modules = createModules();
/** What modules keep once, parameters among it, by the names that qord_getRecord knows. */
const singles = modules.flatMap(({ name, params, singles }) =>
  [...singles, ...(params ? [params.record] : [])].map((record) => [name, record] as const),
);

/** Transactions of a page of a history. */
const pageSize = 25;

type TracedLog = { readonly index: string; readonly address: string; readonly data: string };
type Call = {
  readonly gasUsed: string;
  readonly error?: string;
  readonly calls?: readonly Call[];
  readonly logs?: readonly TracedLog[];
};
type Trace = { readonly txHash: string; readonly result: Call };
type SvmTransaction = {
  readonly slot: number;
  readonly blockTime: number;
  readonly meta: {
    readonly err: unknown;
    readonly fee: number;
    readonly computeUnitsConsumed: number;
    readonly preBalances: readonly number[];
    readonly postBalances: readonly number[];
  };
  readonly transaction: { readonly message: { readonly accountKeys: readonly string[] } };
};
type Parties = Pick<Account, 'balance' | 'nonce'>;

/** Asserts that the traces of a block have the gas, the success and the logs of its receipts. */
export function assertTraces(found: readonly Trace[], at: string, { transactions }: KnownBlock): void {
  const traced = found.map(({ txHash, result }) => [
    txHash,
    BigInt(result.gasUsed),
    result.error === undefined ? 1 : 0,
    logsOf(result)
      .map(({ index, address, data }) => [Number(index), address, data] as const)
      .sort(([left], [right]) => left - right),
  ]);
  const expected = transactions.map(({ transaction: { type, hash }, receipt }) => {
    const { gasUsed, status, logs, firstLogIndex } = receipt;
    const indexed = logs.map(({ address, data }, index) => [firstLogIndex + index, address, toHex(data)]);
    return [hash, gasUsed, status, type === hybridType ? indexed.slice(1) : indexed]; // the first says that it is hybrid
  });
  assert.deepEqual(traced, expected, `traces of ${at}`);
}

function logsOf({ logs = [], calls = [] }: Call): readonly TracedLog[] {
  return [...logs, ...calls.flatMap(logsOf)];
}

/** A proof of an account: each node has the hash that the one before it names, the first that of the header. */
export function proofQuestion(account: string, { header }: KnownBlock, { balance, nonce }: Parties): Question {
  const at = quantity(header.number);
  const check = (found: { readonly accountProof: readonly Hex[] }) => {
    const nodes = found.accountProof.map(fromHex);
    let naming = fromHex(header.stateRoot);
    for (const node of nodes) {
      const isNamed = Buffer.from(naming).includes(Buffer.from(fromHex(keccakHash(node))));
      assert.ok(isNamed, `each node of the proof of ${account} at ${at} is named by the one before`);
      naming = node;
    }
    assertHas(found, { balance: quantity(balance), nonce: quantity(nonce) }, `eth_getProof at ${at}`);
    if (balance > 0n)
      assert.deepEqual(provenIn(nodes.at(-1)), [nonce, balance], `what is proven of ${account} at ${at}`);
  };
  return ['eth_getProof', [account, [], at], check];
}

/** Nonce and balance in a leaf of the state tree. */
function provenIn(leaf: Uint8Array = new Uint8Array()): readonly bigint[] {
  const [, value] = listFromRlp(decodeRlp(leaf));
  const [nonce, balance] = listFromRlp(decodeRlp(bytesFromRlp(value)));
  return [integerFromRlp(nonce), integerFromRlp(balance)];
}

/** The same block and a transaction of it, as the SVM interface shows them. */
export function svmQuestions({ header, transactions }: KnownBlock, mined: Mined | undefined): readonly Question[] {
  const { number: slot, timestamp: blockTime } = header;
  const [blockhash, previousBlockhash] = [header.hash, header.parentHash].map((hash) => base58.encode(fromHex(hash)));
  const signatures = transactions.map(({ transaction }) => toSignature(transaction.hash));
  const block = { blockHeight: slot, blockTime, blockhash, parentSlot: slot - 1, previousBlockhash, signatures };
  const options = { maxSupportedTransactionVersion: 0 };
  const ofBlock = { transactionDetails: 'signatures', rewards: false, ...options };
  const questions: readonly Question[] = [
    ['getBlock', [slot, ofBlock], block],
    ['getBlockTime', [slot], blockTime],
  ];
  if (mined === undefined) return questions;
  const signature = toSignature(mined.transaction.hash);
  const { status, gasUsed, effectiveGasPrice, balanceChanges } = mined.receipt;
  const check = (found: SvmTransaction) => {
    const { preBalances, postBalances, err, fee, computeUnitsConsumed: units } = found.meta;
    const shown = [found.slot, found.blockTime, err === null ? 1 : 0, BigInt(units), BigInt(fee)];
    const paid = (gasUsed * effectiveGasPrice) / weiPerLamport;
    assert.deepEqual(shown, [slot, blockTime, status, gasUsed, paid], `getTransaction of ${signature}`);
    const keys = found.transaction.message.accountKeys;
    const moved = new Map(balanceChanges.map(({ address, before, after }) => [toBase58(address), [before, after]]));
    for (const [at, key] of keys.entries()) {
      const lamports = moved.get(key)?.map((wei) => Number(wei / weiPerLamport));
      if (lamports !== undefined)
        assert.deepEqual([preBalances[at], postBalances[at]], lamports, `the lamports of ${key} in ${signature}`);
    }
  };
  const hasSlot = ({ value: [found] }: { readonly value: readonly { readonly slot: number }[] }) =>
    assert.equal(found?.slot, slot, `getSignatureStatuses of ${signature}`);
  return [
    ...questions,
    ['getTransaction', [signature, { encoding: 'json', ...options }], check],
    ['getSignatureStatuses', [[signature], { searchTransactionHistory: true }], hasSlot],
  ];
}

/** What touched an account before a place, which is that of `signature`, by the interface of the EVM: whole blocks. */
export function historyQuestion(account: Address, height: number, history: readonly Touching[]): Question {
  const check = ({ txs }: { readonly txs: readonly { readonly hash: string; readonly blockNumber: string }[] }) =>
    assertHistory(
      txs.map(({ hash, blockNumber }) => `${hash} in ${Number(blockNumber)}`),
      history.map(({ hash, height }) => `${hash} in ${height}`),
    );
  return ['ots_searchTransactionsBefore', [account, height + 1, pageSize], check];
}

/** The same by that of the SVM, before a transaction; and the balance after the newest block. */
export function svmAccountQuestions(
  account: Address,
  before: Hash,
  history: readonly Touching[],
  balanceAt: (height: number) => bigint,
): readonly Question[] {
  const key = toBase58(account);
  const check = (found: readonly { readonly signature: string; readonly slot: number; readonly err: unknown }[]) =>
    assertHistory(
      found.map(({ signature, slot, err }) => `${signature} in ${slot}, ${err === null ? 1 : 0}`),
      history.map(({ hash, height, status }) => `${toSignature(hash)} in ${height}, ${status}`),
    );
  const balance = ({ context, value }: { readonly context: { readonly slot: number }; readonly value: number }) =>
    assert.equal(value, Number(balanceAt(context.slot) / weiPerLamport), `getBalance of ${account}`);
  return [
    ['getSignaturesForAddress', [key, { before: toSignature(before), limit: pageSize }], check],
    ['getBalance', [key], balance],
  ];
}

/** A record that a module keeps once, as a block left it. `random`: draws which */
export function singleQuestion(random: Random, state: StateView, at: string): readonly Question[] {
  const drawn = singles[random.below(singles.length)];
  if (drawn === undefined) return [];
  const [module, record] = drawn;
  const expected = JSON.parse(writeJson(record.value.toPlain(record.get(state))));
  return [['qord_getRecord', [module, record.name, [], at], expected]];
}

/** Records of modules after a block, by calls of them: what an account has locked, and what one of the SVM only has. */
export function recordQuestions(owner: Address, account: string, state: StateView, at: string): readonly Question[] {
  const { locked = 0n } = positions.get(state, owner) ?? {};
  const ofSvm = encodedCall(modules, 'svm', 'balanceOf', { account });
  const ofLock = encodedCall(modules, 'xqore', 'positionOf', { owner });
  const begins = (amount: bigint, what: string) => (found: Hex) =>
    assert.equal(found.slice(0, 66), hashFromNumber(amount), `${what} after block ${Number(at)}`);
  return [
    ['eth_call', [{ to: ofLock.address, data: toHex(ofLock.data) }, at], begins(locked, `what ${owner} has locked`)],
    ['eth_call', [{ to: ofSvm.address, data: toHex(ofSvm.data) }, at], begins(lamportsOf(state, account), account)],
  ];
}

/** The balance of an account of the SVM only, after the newest block. */
export function svmOnlyQuestion(account: string, stateAt: (height: number) => StateView): Question {
  const check = ({ context, value }: { readonly context: { readonly slot: number }; readonly value: number }) =>
    assert.equal(value, Number(lamportsOf(stateAt(context.slot), account)), `getBalance of ${account}`);
  return ['getBalance', [account], check];
}

function lamportsOf(state: StateView, account: string): bigint {
  return svmAccounts.get(state, base58.decode(account)) ?? 0n;
}

/** `expected` ends earlier than the history, which may be longer; a page ends when it is full. */
function assertHistory(found: readonly string[], expected: readonly string[]): void {
  const length = Math.min(found.length, expected.length);
  assert.deepEqual(found.slice(0, length), expected.slice(0, length), 'the history of an account');
  assert.ok(found.length >= Math.min(pageSize, expected.length), 'a page of a history is full, or has all of it');
}

/** Codes of the instructions that take nothing and tell of a block, a call and its account. */
const told = {
  number: '43',
  timestamp: '42',
  miner: '41',
  prevRandao: '44',
  gasLimit: '45',
  chainId: '46',
  balance: '47',
  baseFee: '48',
  blobBaseFee: '4a',
  origin: '32',
  caller: '33',
  value: '34',
  gasPrice: '3a',
} as const;

/** Blocks back whose hashes code asks for: it gets those of the last 256. */
const blocksBack = [0, 1, 2, 255, 256, 257];

/** What code is told after a block, as words: of the block, of a call by one account of another, and of hashes. `chainId`: undefined when not known */
export function environmentQuestion(
  { header }: KnownBlock,
  [from, to]: readonly [Address, Address],
  balance: bigint,
  chainId: bigint | undefined,
  hashOf: (height: number) => string | undefined,
): Question {
  const { number, baseFee, miner } = header;
  const heights = blocksBack.map((back) => number - back).filter((height) => height >= 0);
  const pushed = (at: number) => at.toString(16).padStart(8, '0');
  const asking = [...Object.values(told), ...heights.map((height) => `63${pushed(height)}40`)];
  const code = `0x${asking.map((each, at) => `${each}63${pushed(32 * at)}52`).join('')}63${pushed(32 * asking.length)}5ff3`;
  const value = 17n;
  const call = { from, to, gas: '0x30d40', gasPrice: quantity(baseFee), value: quantity(value) };
  const overrides = { [to]: { code }, [from]: { balance: quantity(10n ** 24n) } };
  const check = (found: Hex) => {
    const words = found.slice(2).match(/.{64}/g) ?? [];
    const shown = Object.fromEntries(Object.keys(told).map((name, at) => [name, BigInt(`0x${words[at]}`)]));
    const ofCall = { origin: BigInt(from), caller: BigInt(from), value, gasPrice: baseFee, balance: balance + value };
    const ofBlock = {
      timestamp: BigInt(header.timestamp),
      miner: BigInt(miner),
      prevRandao: BigInt(header.prevRandao),
    };
    const ofChain = { number: BigInt(number), gasLimit: header.gasLimit, baseFee, blobBaseFee: 1n };
    assertHas(shown, { ...ofCall, ...ofBlock, ...ofChain, ...(chainId && { chainId }) }, `what code sees of ${number}`);
    const isTold = (height: number) => height < number && height >= number - 256;
    const hashes = heights.map((height) => (isTold(height) && hashOf(height)) || hashFromNumber(0n));
    const read = words.slice(-heights.length).map((word) => `0x${word}`);
    assert.deepEqual(read, hashes, `BLOCKHASH of ${heights} in ${number}`);
  };
  return ['eth_call', [call, quantity(number), overrides], check];
}

/** The hash of the block before, as the contract of EIP-2935 tells it. */
export function parentHashQuestion({ header: { number, parentHash } }: KnownBlock): Question {
  const data = `0x${(number - 1).toString(16).padStart(64, '0')}`;
  return ['eth_call', [{ to: historyContract, data }, quantity(number)], parentHash];
}

/** Asserts that an object has these members, besides others. */
function assertHas(found: object | undefined, expected: object, what?: string): void {
  assert.deepEqual({ ...found, ...expected }, found, what);
}
