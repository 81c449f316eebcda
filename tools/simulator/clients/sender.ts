import assert from 'node:assert/strict';
import { governanceDeposits } from '#qord/kernel/module-account.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { maxTransactionBytes } from '#qord/mempool/admission.ts';
import { createModules } from '#qord/modules/index.ts';
import { validators } from '#qord/modules/staking/records.ts';
import { type Address, addressToBytes, parseAddress } from '#qord/primitives/address.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { weiPerQor } from '#qord/primitives/units.ts';
import type { StateView } from '#qord/state/types.ts';
import { accountOf, signFrom, type TransferFields } from '#qord/testing/sign-from.ts';
import { signAuthorizing } from '#qord/testing/signing/sign-authorizing.ts';
import { transactionOfSize } from '../../abuse/transaction-of-size.ts';
import { encodedCall } from '../../fuzz/modules/encode-call.ts';
import { createValidatorCall, likelyCall } from '../../fuzz/modules/likely-calls.ts';
import { randomCall } from '../../fuzz/modules/random-call.ts';
import { counterCreation, switchCreation, undoCreation } from '../../reference-model/known-contracts.ts';
import type { ShownReceipt } from '../checks/shown.ts';
import { situation } from '../situations.ts';
import { Actor, type ActorParts } from './actor.ts';
import { type Reply, request } from './http-client.ts';
import type { Programs } from './programs.ts';
import { signAnyType } from './sign-any-type.ts';

const modules = createModules();

/** With fewer, accounts become validators: a node without peers begins with none. */
const fewestValidators = 3;
/** Fees that a block pays for certain, in wei per gas. */
const cap = 10n ** 13n;

/** Bytes of long data. */
export const bulkyBytes = 16_384;

/** As many as are recovered by a thread, of a development account that sends nothing, and a nonce that it will not come to. */
const authorities = Array.from({ length: 16 }, () => 9);
const farNonce = 2n ** 40n;

/** Code of EIP-7966 for a transaction that nobody has mined in the time that its sender waits. */
const stillWaiting = 4;
/** Milliseconds in which who waits for a receipt hears of it when it is there. */
const answerMs = 5_000;

/** A prime number, so that steps of another length come to each nonce. */
const floodSize = 61;

type SenderParts = ActorParts & {
  /** transactions that it sends together, at most */
  readonly burst: number;
  readonly programs: Programs;
};

/** A development account that sends transactions: bursts, replacements, gaps, calls of modules and contracts. */
export class Sender extends Actor {
  readonly #account: number;
  readonly #parts: SenderParts;
  #nonce: bigint | undefined;
  #contracts: readonly Address[] = [];

  constructor(account: number, parts: SenderParts) {
    super(parts);
    this.#account = account;
    this.#parts = parts;
  }

  act(): void {
    const { random } = this.world;
    if (this.#nonce === undefined) {
      this.#askNonce();
      return;
    }
    if (random.chance(0.02)) this.#sendRefused();
    if (random.chance(0.01)) this.#send(this.#flood());
    const isAuthorizing = random.chance(0.01);
    const isBulky = !isAuthorizing && random.chance(0.02);
    const count = isAuthorizing ? 12 : isBulky ? 6 : random.chance(0.6) ? 1 + random.below(this.#parts.burst) : 1;
    const next = () => (isAuthorizing ? this.#authorizing() : isBulky ? this.#bulky() : this.#next());
    const transactions = Array.from({ length: count }, next);
    const readsAtOnce = this.client.waiting === 0; // who reads slowly hears of it after all that came before
    if (readsAtOnce && count === 1 && random.chance(0.3)) this.#send(transactions, [random.pick([10, 20_000])]);
    else if (isAuthorizing || random.chance(0.8)) this.#send(transactions);
    else for (const transaction of transactions) this.#send([transaction]);
    if (this.world.profile.clientsAreRude && random.chance(0.02)) {
      this.client.leave();
      this.#nonce = undefined;
    }
  }

  #next(): Transaction {
    const { random } = this.world;
    const used = this.#nonce ?? 0n;
    if (random.chance(0.02) && used > 0n) {
      situation('a transaction replaces another');
      return signFrom(this.#account, { nonce: used - 1n, cap: 2n * cap, tip: 8n });
    }
    if (random.chance(0.01)) {
      situation('a nonce is left out');
      return signFrom(this.#account, { nonce: used + 1n + BigInt(random.below(3)), cap });
    }
    this.#nonce = used + 1n;
    const place = { state: this.shadow.headState(), contracts: this.#contracts };
    const tip = 1n + BigInt(random.below(4)); // a full pool drops who pays least
    return signAnyType(random, this.#account, { nonce: used, cap, tip, ...this.#message(used) }, place);
  }

  /** Fills the pool in an order with many gaps, and replaces some, which pays just enough or a wei too little. */
  #flood(): readonly Transaction[] {
    const first = this.#nonce ?? 0n;
    this.#nonce = first + BigInt(floodSize);
    return Array.from({ length: floodSize }, (_, at) => first + BigInt((at * 7) % floodSize)).flatMap((nonce) => {
      const transaction = signFrom(this.#account, { nonce, cap });
      const higher = (11n * cap) / 10n - BigInt(this.world.random.below(2));
      if (this.world.random.chance(0.8)) return [transaction];
      return [transaction, signFrom(this.#account, { nonce, cap: higher, tip: 2n })];
    });
  }

  /** Its data are so long that four of them do not fit into a small block. */
  #bulky(): Transaction {
    const nonce = this.#nonce ?? 0n;
    this.#nonce = nonce + 1n;
    return signFrom(this.#account, { nonce, cap, data: new Uint8Array(bulkyBytes), gasLimit: 200_000n });
  }

  /** A transaction of type 4 whose authorization is of no nonce: a thread recovers its signer, and a block skips it. */
  #authorizing(): Transaction {
    situation('many authorizations are sent');
    const nonce = this.#nonce ?? 0n;
    this.#nonce = nonce + 1n;
    return signAuthorizing(this.#account, { authorities, authorizationNonce: farNonce, nonce, cap });
  }

  #message(nonce: bigint): TransferFields {
    const { random } = this.world;
    const { programs } = this.#parts;
    const kind = random.below(100);
    if (kind < 2) return { to: governanceDeposits, value: BigInt(random.below(1_000)) }; // a gift to the chain
    if (kind < 35) {
      const to = parseAddress(toHex(random.bytes(20)));
      return { to: random.chance(0.5) ? accountOf(random.below(10)) : to, value: BigInt(random.below(1_000_000)) };
    }
    if (kind < 39) {
      const data = random.pick([counterCreation, switchCreation, undoCreation]);
      return { to: undefined, value: 0n, data, gasLimit: 200_000n };
    }
    if (kind < 43) return programs.creation(random, this.#account, nonce, this.#contracts);
    if (kind < 51) return programs.call(random);
    const [contract] = this.#contracts.slice(-1);
    if (kind < 60 && contract !== undefined) return this.#contractCall(contract);
    return this.#moduleCall();
  }

  /** A call without data, some with coins, or one with a call of a module, which some contracts make and undo. */
  #contractCall(contract: Address): TransferFields {
    const { random } = this.world;
    const undone = random.chance(0.5) ? this.#moduleCall() : undefined;
    if (undone?.to !== undefined && undone.data !== undefined)
      return { ...undone, to: contract, data: concatBytes(new Uint8Array(12), addressToBytes(undone.to), undone.data) };
    const value = random.chance(0.2) ? 2_000n * weiPerQor : 0n;
    return { to: contract, value, gasLimit: 60_000n + BigInt(random.below(60_000)) };
  }

  #moduleCall(): TransferFields {
    const { random } = this.world;
    const state = this.shadow.headState();
    if (random.chance(0.6)) return this.#likelyCall(state);
    const pick = <T>(choices: readonly T[]): T => choices[random.below(choices.length)] as T;
    const { module, name, inputs } = randomCall(pick, modules, state);
    const { address, data } = encodedCall(modules, module, name, inputs);
    return { to: address, value: 0n, data, gasLimit: 1_000_000n };
  }

  #likelyCall(state: StateView): TransferFields {
    const isFounder = [...validators.list(state)].length < fewestValidators && this.world.random.chance(0.2);
    const [contract] = this.#contracts.slice(-1);
    const call = isFounder
      ? createValidatorCall(this.#account, this.shadow.network)
      : likelyCall(this.world.random, state, contract);
    const { address, data } = encodedCall(modules, call.module, call.name, call.inputs);
    return { to: address, value: call.value ?? 0n, data, gasLimit: 1_000_000n };
  }

  /** Sends transactions in one batch, or one alone. `waits`: for so many milliseconds for the receipt */
  #send(transactions: readonly Transaction[], waits: readonly number[] = []): void {
    const { era } = this.ledger;
    const method = waits.length > 0 ? 'eth_sendRawTransactionSync' : 'eth_sendRawTransaction';
    const requests = transactions.map(({ raw }, id) => request(method, [toHex(raw), ...waits], id));
    this.client.ask(requests, (replies) => {
      if (replies.length < transactions.length) this.#nonce = undefined; // asked again
      for (const reply of replies) this.#take(transactions[reply.id ?? -1], reply, era);
      const node = this.node();
      if (node !== undefined)
        this.ledger.assertNonces(node.control.mempool, this.shadow.stateAt(node.chain.reader.head().number));
    });
  }

  /** Sends a transaction of type 3, which the chain does not have, or one that is a byte too long. */
  #sendRefused(): void {
    const nonce = this.#nonce ?? 0n;
    const blobs = ['blob transactions are not accepted', 'a transaction with blobs is refused'] as const;
    const [raw, [words, name]] = this.world.random.pick([
      [signFrom(this.#account, { nonce, cap }).raw.with(0, 3), blobs],
      [
        transactionOfSize(this.#account, nonce, maxTransactionBytes + 1).raw,
        ['oversized', 'a transaction is too long'],
      ],
    ] as const);
    this.client.post(request('eth_sendRawTransaction', [toHex(raw)], 0), (answer = '') => {
      assert.doesNotMatch(answer, /"result"/, name);
      if (answer.includes(words)) situation(name);
    });
  }

  #take(transaction: Transaction | undefined, { result, error }: Reply, era: number): void {
    if (error?.message.includes('replacement transaction underpriced')) situation('a replacement pays too little');
    const isLate = error?.code === stillWaiting;
    if ((error !== undefined && !isLate) || transaction === undefined || era !== this.ledger.era) {
      this.#nonce = undefined;
      return;
    }
    const receipt = typeof result === 'object' && result !== null ? (result as ShownReceipt) : undefined;
    const hash = isLate ? error.data : (receipt?.transactionHash ?? result);
    if (hash !== transaction.hash) throw new Error(`${transaction.hash} was accepted as ${hash}`);
    this.ledger.accept(transaction, era);
    if (receipt !== undefined) {
      situation('a client waits for a receipt');
      this.shadow.assertReceipt(receipt);
    } else if (isLate) {
      situation('a receipt does not come in time');
      assert.ok(this.ledger.sinceMined(hash) < answerMs, `${hash} is mined, and who waits for it does not hear of it`);
    }
  }

  #askNonce(): void {
    const question = request('eth_getTransactionCount', [accountOf(this.#account), 'pending'], 0);
    this.client.ask([question], ([reply]) => {
      if (typeof reply?.result === 'string') this.#nonce = BigInt(reply.result);
    });
  }

  /** Its nonce may be another one, and contracts are gone. */
  onRewind(): void {
    this.#nonce = undefined;
    this.#contracts = [];
  }

  /** A block has created these contracts. */
  learn(contracts: readonly Address[]): void {
    const known = contracts.filter((each) => !this.#parts.programs.has(each));
    this.#contracts = [...this.#contracts, ...known].slice(-8);
  }
}
