import assert from 'node:assert/strict';
import type { ShadowChain } from '../checks/shadow-chain.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import type { World } from '../world/world.ts';
import type { HttpClient } from './http-client.ts';
import { request } from './sender.ts';
import { assertTraces, proofQuestion, svmQuestions } from './views.ts';

/** Why an execution has no result when threads die, hang, or have no memory. */
const isGivenUp = /needs more memory|two threads have ended|timeout/;

/** Probability that a block is traced, which takes as long as executing it. */
const traced = 0.3;

/** Probability that a proof and the views of the SVM interface are asked for. */
const viewed = 0.3;

export type Question = {
  readonly method: string;
  readonly params: readonly unknown[];
  /** throws when the answer is not the one that the shadow chain gives */
  readonly check: (result: unknown) => void;
};

/** At the two interfaces of one node. */
type AuditorClients = { readonly evm: HttpClient; readonly svm: HttpClient };

/** Asks what it knows: balances, blocks, receipts and logs of any height, compared with the chain that only executed. */
export class Auditor {
  readonly #world: World;
  readonly #client: HttpClient;
  readonly #svmClient: HttpClient;
  readonly #shadow: ShadowChain;
  readonly #height: () => number;

  /** `height`: the newest block that its node has */
  constructor(world: World, clients: AuditorClients, shadow: ShadowChain, height: () => number) {
    this.#world = world;
    this.#client = clients.evm;
    this.#svmClient = clients.svm;
    this.#shadow = shadow;
    this.#height = height;
  }

  act(): void {
    if (this.#shadow.isRewinding) return;
    const height = this.#world.random.below(this.#height() + 1);
    this.#ask(this.#client, height, this.#questions(height));
    if (height === 0 || !this.#world.random.chance(viewed)) return;
    const known = this.#shadow.blockAt(height);
    const account = this.#world.random.pick(this.#shadow.someAccounts(height));
    const at = `0x${height.toString(16)}`;
    this.#ask(this.#client, height, [proofQuestion(account, at, known, this.#shadow.accountAt(height, account))]);
    const place = this.#world.random.below(Math.max(1, known.transactions.length));
    this.#ask(this.#svmClient, height, svmQuestions(height, place, known));
  }

  #ask(client: HttpClient, height: number, questions: readonly Question[]): void {
    const { rewinds } = this.#shadow;
    for (const { method, params, check } of questions) {
      client.post(request(method, params, 7), (answer) => {
        if (answer === undefined) return situation('a request has no answer, its connection is closed');
        if (this.#shadow.isRewinding || rewinds !== this.#shadow.rewinds) return undefined;
        const { result, error } = JSON.parse(answer);
        // a thread of the simulator had no memory or hung, or two died of the same task
        if (isGivenUp.test(error?.message) && this.#world.profile.threads.dies > 0)
          return situation('an execution is given up');
        if (error !== undefined && namesLimit(this.#world, answer)) return undefined;
        assert.equal(error, undefined, `${method} at ${height}: ${JSON.stringify(error)}`);
        check(result);
        return undefined;
      });
    }
  }

  /** A thread traces the block: what the client asks after it waits for its turn. */
  #traceQuestion(at: string, known: ReturnType<ShadowChain['blockAt']>): Question {
    return {
      method: 'debug_traceBlockByNumber',
      params: [at, { tracer: 'callTracer', timeout: '5s' }], // the thread may hang
      check: (found) => assertTraces(found, at, known),
    };
  }

  #receiptQuestion(hash: string, at: string, place: number): Question {
    return {
      method: 'eth_getTransactionReceipt',
      params: [hash],
      check: (found) => {
        const { transactionHash, blockNumber, transactionIndex } = found as Record<string, unknown>;
        const expected = { transactionHash: hash, blockNumber: at, transactionIndex: `0x${place.toString(16)}` };
        assert.deepEqual({ transactionHash, blockNumber, transactionIndex }, expected);
      },
    };
  }

  /** A search by address over a range, which needs the index. */
  #logQuestion(address: string, height: number): Question {
    const inHex = (at: number) => `0x${Math.max(0, at).toString(16)}`;
    return {
      method: 'eth_getLogs',
      params: [{ fromBlock: inHex(height - 20), toBlock: inHex(height), address }],
      check: (found) => {
        const heights = (found as readonly { readonly blockNumber: string }[]).map(({ blockNumber }) =>
          Number(blockNumber),
        );
        assert.ok(heights.includes(height), `eth_getLogs of ${address} finds the log in block ${height}`);
      },
    };
  }

  #questions(height: number): readonly Question[] {
    const { random } = this.#world;
    const at = `0x${height.toString(16)}`;
    const known = this.#shadow.blockAt(height);
    const account = random.pick(this.#shadow.someAccounts(height));
    const { balance, nonce } = this.#shadow.accountAt(height, account);
    const inHex = (value: bigint) => `0x${value.toString(16)}`;
    const logs = known.receipts.flatMap((receipt) => receipt.logs);
    const place = random.below(Math.max(1, known.transactions.length));
    const hash = known.transactions[place];
    const [log] = logs;
    return [
      ...(height > 0 && random.chance(traced) ? [this.#traceQuestion(at, known)] : []),
      ...(hash === undefined ? [] : [this.#receiptQuestion(hash, at, place)]),
      ...(log === undefined ? [] : [this.#logQuestion(log.address, height)]),
      { method: 'eth_getBalance', params: [account, at], check: (found) => assert.equal(found, inHex(balance)) },
      { method: 'eth_getTransactionCount', params: [account, at], check: (found) => assert.equal(found, inHex(nonce)) },
      {
        method: 'eth_getBlockByNumber',
        params: [at, false],
        check: (found) => {
          const { hash, transactions } = found as { readonly hash: string; readonly transactions: readonly string[] };
          assert.deepEqual({ hash, transactions }, { hash: known.hash, transactions: known.transactions });
        },
      },
      {
        method: 'eth_getBlockReceipts',
        params: [at],
        check: (found) => {
          const receipts = found as readonly { readonly status: string; readonly gasUsed: string }[];
          const expected = known.receipts.map(({ status, gasUsed }) => ({
            status: `0x${status}`,
            gasUsed: inHex(gasUsed),
          }));
          assert.deepEqual(
            receipts.map(({ status, gasUsed }) => ({ status, gasUsed })),
            expected,
          );
        },
      },
      {
        method: 'eth_getLogs',
        params: [{ fromBlock: at, toBlock: at }],
        check: (found) => {
          const inTransactions = (
            found as readonly { readonly transactionHash: string | null; address: string }[]
          ).filter(({ transactionHash }) => transactionHash !== null && known.transactions.includes(transactionHash));
          assert.deepEqual(
            inTransactions.map(({ address }) => address.toLowerCase()),
            logs.map(({ address }) => address),
          );
        },
      },
    ];
  }
}
