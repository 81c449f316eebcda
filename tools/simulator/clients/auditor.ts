import assert from 'node:assert/strict';
import { quantity } from '#qord/primitives/quantity.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import { Actor, type ActorParts } from './actor.ts';
import { type HttpClient, request } from './http-client.ts';
import { assertHas, assertTraces, historyQuestion, proofQuestion, svmAccountQuestions, svmQuestions } from './views.ts';

/** Why an execution has no result when threads die, hang, or have no memory. */
const isGivenUp = /needs more memory|two threads have ended|timeout/;

/** Probability that a block is traced, which takes as long as executing it. */
const traced = 0.3;

/** Probability that a proof and the views of the SVM interface, or a call, are asked for. */
const viewed = 0.3;

/** `check` throws when the result is not the one that the shadow chain gives. */
export type Question = readonly [method: string, params: readonly unknown[], check: (result: never) => void];

/** An account, and code that returns 7. */
const nobody = `0x${'77'.repeat(20)}`;
const codeOfSeven = '0x600760005260206000f3';

type ShownLog = { readonly address: string; readonly blockNumber: string; readonly transactionHash: string };

/** Asks what it knows: balances, blocks, receipts and logs of any height, compared with the chain that only executed. */
export class Auditor extends Actor {
  readonly #svm: HttpClient;

  /** `svm`: at the other interface of the same node */
  constructor(parts: ActorParts, svm: HttpClient) {
    super(parts);
    this.#svm = svm;
  }

  act(): void {
    if (this.shadow.isRewinding) return;
    const first = this.shadow.genesisHeight;
    const newest = this.node()?.chain.reader.head().number ?? first;
    const height = first + this.world.random.below(newest + 1 - first);
    this.#ask(this.client, height, this.#questions(height));
    if (height === first || !this.world.random.chance(viewed)) return;
    const known = this.shadow.blockAt(height);
    const account = this.world.random.pick(this.shadow.someAccounts(height));
    const balanceAt = (at: number) => this.shadow.accountAt(at, account).balance;
    this.#ask(this.client, height, [
      proofQuestion(account, quantity(height), known, this.shadow.accountAt(height, account)),
      historyQuestion(account, height, this.shadow.historyOf(account, height + 1, 0)),
    ]);
    const place = this.world.random.below(Math.max(1, known.transactions.length));
    this.#ask(this.#svm, height, svmQuestions(height, place, known));
    const before = known.transactions[place];
    if (before === undefined) return;
    const history = this.shadow.historyOf(account, height, place);
    this.#ask(this.#svm, height, svmAccountQuestions(account, before, history, balanceAt));
  }

  #ask(client: HttpClient, height: number, questions: readonly Question[]): void {
    const { rewinds } = this.shadow;
    for (const [method, params, check] of questions) {
      client.post(request(method, params, 7), (answer) => {
        if (answer === undefined) return situation('a request has no answer, its connection is closed');
        if (this.shadow.isRewinding || rewinds !== this.shadow.rewinds) return undefined;
        const { result, error } = JSON.parse(answer);
        // a thread of the simulator had no memory or hung, or two died of the same task
        if (isGivenUp.test(error?.message) && this.world.profile.threads.dies > 0)
          return situation('an execution is given up');
        if (error !== undefined && namesLimit(this.world, answer)) return undefined;
        assert.equal(error, undefined, `${method} at ${height}: ${JSON.stringify(error)}`);
        return check(result as never);
      });
    }
  }

  #questions(height: number): readonly Question[] {
    const { random } = this.world;
    const at = quantity(height);
    const known = this.shadow.blockAt(height);
    const { hash, transactions, receipts } = known;
    const account = random.pick(this.shadow.someAccounts(height));
    const { balance, nonce } = this.shadow.accountAt(height, account);
    const logs = receipts.flatMap((receipt) => receipt.logs);
    const place = random.below(Math.max(1, transactions.length));
    const optional: Question[] = [];
    // a thread traces the block, and may hang: what the client asks after it waits for its turn
    if (transactions.length > 0 && random.chance(traced))
      optional.push([
        'debug_traceBlockByNumber',
        [at, { tracer: 'callTracer', tracerConfig: { withLog: true }, timeout: '5s' }],
        (found) => assertTraces(found, at, known),
      ]);
    if (random.chance(viewed)) {
      const params = [{ to: nobody }, at, { [nobody]: { code: codeOfSeven } }];
      optional.push(['eth_call', params, (found) => assert.equal(Number(found), 7, 'a call has overrides')]);
    }
    const transactionHash = transactions[place];
    if (transactionHash !== undefined) {
      const expected = { transactionHash, blockNumber: at, transactionIndex: quantity(place) };
      optional.push(['eth_getTransactionReceipt', [transactionHash], (found) => assertHas(found, expected)]);
    }
    const [log] = logs;
    if (log !== undefined) optional.push(logQuestion(log.address, height));
    return [
      ...optional,
      ['eth_getBalance', [account, at], (found) => assert.equal(found, quantity(balance))],
      ['eth_getTransactionCount', [account, at], (found) => assert.equal(found, quantity(nonce))],
      ['eth_getBlockByNumber', [at, false], (found) => assertHas(found, { hash, transactions })],
      [
        'eth_getBlockReceipts',
        [at],
        (found: readonly object[]) => {
          assert.equal(found.length, receipts.length);
          for (const [index, { status, gasUsed }] of receipts.entries())
            assertHas(found[index], { status: quantity(status), gasUsed: quantity(gasUsed) });
        },
      ],
      [
        'eth_getLogs',
        [{ fromBlock: at, toBlock: at }],
        (found: readonly ShownLog[]) => {
          const ofTransactions = found.filter((each) => transactions.includes(each.transactionHash));
          const expected = logs.map(({ address }) => address);
          assert.deepEqual(
            ofTransactions.map(({ address }) => address.toLowerCase()),
            expected,
          );
        },
      ],
    ];
  }
}

/** A search by address over a range, which needs the index. */
function logQuestion(address: string, height: number): Question {
  const filter = { fromBlock: quantity(Math.max(0, height - 20)), toBlock: quantity(height), address };
  const check = (found: readonly ShownLog[]) => {
    const isFound = found.some(({ blockNumber }) => blockNumber === quantity(height));
    assert.ok(isFound, `eth_getLogs of ${address} finds the log in block ${height}`);
  };
  return ['eth_getLogs', [filter], check];
}
