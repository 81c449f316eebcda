import assert from 'node:assert/strict';
import type { SealedHeader } from '#qord/chain/types.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { svmKeys } from '../../fuzz/modules/likely-calls.ts';
import type { KnownBlock } from '../checks/known-chain.ts';
import {
  isWanted,
  type Mined,
  type ShownLog,
  shownBlock,
  shownHeader,
  shownReceipt,
  shownTransaction,
  somePattern,
} from '../checks/shown.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import { Actor, type ActorParts } from './actor.ts';
import { type HttpClient, request } from './http-client.ts';
import {
  assertTraces,
  environmentQuestion,
  historyQuestion,
  parentHashQuestion,
  proofQuestion,
  recordQuestions,
  singleQuestion,
  svmAccountQuestions,
  svmOnlyQuestion,
  svmQuestions,
} from './views.ts';

/** Why an execution has no result when threads die, hang, or have no memory. */
const isGivenUp = /needs more memory|two threads have ended|timeout/;

/** Probability that a block is traced, which takes as long as executing it. */
const traced = 0.3;

/** Probability that a proof and the views of the SVM interface, or a call, are asked for. */
const viewed = 0.3;

/** With the result that the shadow chain gives, or a check of it. */
export type Question = readonly [method: string, params: readonly unknown[], expected: unknown];

type Fees = {
  readonly oldestBlock: string;
  readonly baseFeePerGas: readonly string[];
  readonly gasUsedRatio: readonly number[];
  readonly reward: readonly (readonly string[])[];
};

/** Asks what it knows: balances, blocks, receipts and logs of any height, compared with the chain that only executed. */
export class Auditor extends Actor {
  readonly #svm: HttpClient;

  /** `svm`: at the other interface of the same node */
  constructor(parts: ActorParts, svm: HttpClient) {
    super(parts);
    this.#svm = svm;
  }

  get #newest(): number {
    return this.node()?.chain.reader.head().number ?? this.shadow.genesisHeight;
  }

  act(): void {
    if (this.shadow.isRewinding) return;
    const first = this.shadow.genesisHeight;
    const newest = this.#newest;
    const height = this.world.random.chance(0.3) ? newest : first + this.world.random.below(newest + 1 - first);
    this.#ask(this.client, height, this.#questions(height));
    if (height === first || !this.world.random.chance(viewed)) return;
    const known = this.shadow.blockAt(height);
    const account = this.world.random.pick(this.shadow.someAccounts(height));
    const svmOnly = this.world.random.pick(svmKeys);
    const balanceAt = (at: number) => this.shadow.accountAt(at, account).balance;
    this.#ask(this.client, height, [
      proofQuestion(account, known, this.shadow.accountAt(height, account)),
      historyQuestion(account, height, this.shadow.historyOf(account, height + 1, 0)),
      ...singleQuestion(this.world.random, this.shadow.stateAt(height), quantity(height)),
      ...recordQuestions(account, svmOnly, this.shadow.stateAt(height), quantity(height)),
    ]);
    const place = this.world.random.below(Math.max(1, known.transactions.length));
    const mined = known.transactions[place];
    const ofSvm = svmOnlyQuestion(svmOnly, (at) => this.shadow.stateAt(at));
    this.#ask(this.#svm, height, [...svmQuestions(known, mined), ofSvm]);
    if (mined === undefined) return;
    const history = this.shadow.historyOf(account, height, place);
    this.#ask(this.#svm, height, svmAccountQuestions(account, mined.transaction.hash, history, balanceAt));
  }

  #ask(client: HttpClient, height: number, questions: readonly Question[]): void {
    const { rewinds } = this.shadow;
    for (const [method, params, expected] of questions) {
      client.post(request(method, params, 7), (answer) => {
        if (answer === undefined) return situation('a request has no answer, its connection is closed');
        if (this.shadow.isRewinding || rewinds !== this.shadow.rewinds) return undefined;
        const { result, error } = JSON.parse(answer);
        // a thread of the simulator had no memory or hung, or two died of the same task
        if (isGivenUp.test(error?.message) && this.world.profile.threads.dies > 0)
          return situation('an execution is given up');
        if (error !== undefined && namesLimit(this.world, answer)) return undefined;
        assert.equal(error, undefined, `${method} at ${height}: ${JSON.stringify(error)}`);
        if (typeof expected === 'function') return expected(result);
        return assert.deepEqual(result, expected, `${method} ${JSON.stringify(params)}`);
      });
    }
  }

  #questions(height: number): readonly Question[] {
    const { random } = this.world;
    const at = quantity(height);
    const known = this.shadow.blockAt(height);
    const { header, transactions } = known;
    const account = random.pick(this.shadow.someAccounts(height));
    const { balance, nonce } = this.shadow.accountAt(height, account);
    const isFull = random.chance(0.5);
    const block = shownBlock(header, transactions, isFull);
    const optional: Question[] = [];
    const callee = accountOf(height % 10);
    // a thread traces the block, and may hang: what the client asks after it waits for its turn
    if (transactions.length > 0 && random.chance(traced))
      optional.push([
        'debug_traceBlockByNumber',
        [at, { tracer: 'callTracer', tracerConfig: { withLog: true }, timeout: '5s' }],
        (found: Parameters<typeof assertTraces>[0]) => assertTraces(found, at, known),
      ]);
    if (random.chance(viewed))
      optional.push(
        environmentQuestion(
          known,
          [accountOf((height + 1) % 10), callee],
          this.shadow.accountAt(height, callee).balance,
          this.world.isDeveloped ? undefined : this.shadow.network.chainId,
          (at) => this.shadow.hashOf(at),
        ),
      );
    if (height > this.shadow.genesisHeight && random.chance(viewed)) optional.push(parentHashQuestion(known));
    const place = random.below(Math.max(1, transactions.length));
    const mined = transactions[place];
    if (mined !== undefined) optional.push(...this.#transactionQuestions(mined));
    return [
      ...optional,
      ['eth_getBalance', [account, at], quantity(balance)],
      ['eth_getTransactionCount', [account, at], quantity(nonce)],
      random.chance(0.5)
        ? ['eth_getBlockByNumber', [at, isFull], block]
        : ['eth_getBlockByHash', [header.hash, isFull], block],
      ['eth_getHeaderByNumber', [at], shownHeader(header)],
      ['eth_getBlockReceipts', [at], transactions.map(shownReceipt)],
      ['eth_feeHistory', ['0x1', at, percentiles], shownFees(known, this.shadow.headerAt(height + 1))],
      this.#tagQuestion(),
      this.#logQuestion(height),
    ];
  }

  #transactionQuestions(mined: Mined): readonly Question[] {
    const { transaction, header, index } = mined;
    const { hash, raw } = transaction;
    const shown = shownTransaction(transaction, mined);
    return [
      ['eth_getTransactionReceipt', [hash], shownReceipt(mined)],
      this.world.random.chance(0.5)
        ? ['eth_getTransactionByHash', [hash], shown]
        : ['eth_getTransactionByBlockNumberAndIndex', [quantity(header.number), quantity(index)], shown],
      ['eth_getRawTransactionByHash', [hash], toHex(raw)],
    ];
  }

  /** A tag names the newest block, one that comes while the question is under way, or the first of all. */
  #tagQuestion(): Question {
    const tag = this.world.random.pick(['latest', 'safe', 'finalized', 'earliest']);
    const [from, isFirst] = [this.#newest, tag === 'earliest'];
    const check = (found: { readonly number: string; readonly hash: string }) => {
      const number = Number(found.number);
      assert.ok(isFirst ? number === this.shadow.genesisHeight : number >= from, `${tag} is ${number}, after ${from}`);
      assert.equal(found.hash, this.shadow.hashOf(number), `the block at ${tag}`);
    };
    return ['eth_getBlockByNumber', [tag, false], check];
  }

  /** A search in a range of blocks, which needs the index; those of one block are not limited. */
  #logQuestion(height: number): Question {
    const { random } = this.world;
    const first = random.chance(0.5) ? height : Math.max(this.shadow.genesisHeight, height - random.below(20));
    const pattern = somePattern(random, this.shadow.logsAt(height));
    const logs: ShownLog[] = [];
    for (let at = first; at <= height; at++) logs.push(...this.shadow.logsAt(at));
    const filter = { fromBlock: quantity(first), toBlock: quantity(height), ...pattern };
    return ['eth_getLogs', [filter], logs.filter((log) => isWanted(pattern, log))];
  }
}

/** Percentages of the gas of a block, for each of which the tip is asked that the transaction there has paid. */
const percentiles = [0, 50, 100];

/** The fees of one block, and the base fee of the next, by EIP-1559; undefined: it does not exist yet. */
function shownFees({ header, transactions }: KnownBlock, next: SealedHeader | undefined): (found: Fees) => void {
  const { baseFee, gasUsed, gasLimit, number } = header;
  const paid = transactions
    .map(({ receipt }) => ({ tip: receipt.effectiveGasPrice - baseFee, gas: receipt.gasUsed }))
    .sort((left, right) => Number(left.tip - right.tip));
  const tipAt = (percent: number) => {
    const gasUpTo = (place: number) => paid.slice(0, place + 1).reduce((sum, { gas }) => sum + gas, 0n);
    const reached = paid.find((_, place) => gasUpTo(place) >= (gasUsed * BigInt(percent)) / 100n);
    return quantity(reached?.tip ?? 0n);
  };
  return ({ oldestBlock, baseFeePerGas: [fee, following], gasUsedRatio, reward }) => {
    const expected = [
      quantity(number),
      quantity(baseFee),
      [Number(gasUsed) / Number(gasLimit)],
      [percentiles.map(tipAt)],
    ];
    assert.deepEqual([oldestBlock, fee, gasUsedRatio, reward], expected, `the fees of block ${number}`);
    if (next !== undefined) assert.equal(following, quantity(next.baseFee), `the fee after block ${number}`);
  };
}
