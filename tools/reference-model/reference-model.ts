import assert from 'node:assert/strict';
import { verifyAuthorization } from 'ethers';
import type { CommittedBlock, Receipt } from '#qord/chain/types.ts';
import type { Log } from '#qord/kernel/engine.ts';
import { moduleAccounts } from '#qord/kernel/module-account.ts';
import type { NativeModule } from '#qord/kernel/module-sdk/define-module.ts';
import { abiFields } from '#qord/kernel/module-sdk/field.ts';
import { poolsOf } from '#qord/kernel/pools.ts';
import { totalSupply } from '#qord/kernel/supply.ts';
import { type Authorization, accessListOf, type Transaction } from '#qord/kernel/transaction/transaction.ts';
import { decodeAbi } from '#qord/primitives/abi/decode.ts';
import { type Address, asAddress, parseAddress, zeroAddress } from '#qord/primitives/address.ts';
import { groupOrder } from '#qord/primitives/crypto/secp256k1.ts';
import { hashFromNumber } from '#qord/primitives/hash.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { weiPerUqor } from '#qord/primitives/units.ts';
import type { AccountTransition } from '#qord/state/transition.ts';
import type { Account, StateView } from '#qord/state/types.ts';
import { type ModelAccount, ModelAccounts } from './accounts.ts';
import { argumentsPaid, burning, minting, movements, senderGets, senderPays } from './coin-movements.ts';
import { counterCreation, switchCreation, switchGas, undoCreation } from './known-contracts.ts';
import { EventReader, type ReadEvent } from './module-events.ts';
import { Rules } from './rules.ts';

type Accounts = Iterable<readonly [Address, Pick<Account, 'nonce' | 'balance'>]>;
/** Coins that wait with a message to another machine. */
type Message = { readonly sender: Address; readonly target: string; readonly wei: bigint };
/** Whose transaction emits an event, its call, and what of the coins that came with it no event has used yet. */
type Sent = { readonly sender: Address; readonly inputs: Readonly<Record<string, unknown>>; left: bigint };

/** Gas of a transaction to an account without code, and of each authorization that it carries (EIP-7702). */
const transferGas = 21_000n;
const authorizationGas = 25_000n;
/** What an authorization of an account that exists gets back. */
const existingAccountRefund = 12_500n;

/**
 * A second account of who has what, written from the documents: nonces, fees and values of transactions, and what the
 * events of modules say about coins. It shares no code with the execution but the declarations of calls, events,
 * parameters and records.
 */
export class ReferenceModel {
  readonly #accounts: ModelAccounts;
  readonly #modules: readonly NativeModule[];
  readonly #reader: EventReader;
  readonly #rules: Rules;
  readonly #onEvent: (name: string) => void;
  readonly #messages = new Map<string, Message>();
  readonly #contracts = new Set<Address>();
  readonly #switches = new Set<Address>();
  /** accounts that run the code of another (EIP-7702) */
  readonly #delegated = new Set<Address>();
  readonly #authorities: Map<string, Address>;
  #supply = 0n;
  /** wei in all accounts of the chain itself, and in all accounts, by what blocks have changed */
  #house = 0n;
  #sum = 0n;

  /**
   * Begins with the accounts of the genesis and its state. `onEvent` gets the name of each event of a module, and the type
   * of each transaction. `authorities`: who has signed an authorization, by all of its fields; to find out takes half a
   * millisecond, also for a model that begins again
   */
  constructor(
    modules: readonly NativeModule[],
    genesis: Accounts,
    state: StateView,
    onEvent: (name: string) => void = () => {},
    authorities = new Map<string, Address>(),
  ) {
    this.#authorities = authorities;
    this.#onEvent = onEvent;
    this.#modules = modules;
    this.#reader = new EventReader(modules);
    const pools = poolsOf({ modules }).map(({ account }) => account);
    const precompiles = modules.flatMap((module) => module.precompiles.map(({ address }) => address));
    const addresses = modules.map(({ address }) => address);
    this.#accounts = new ModelAccounts(new Set([...moduleAccounts, ...pools, ...precompiles, ...addresses]));
    for (const [address, { nonce, balance }] of genesis) {
      this.#accounts.add(address, balance);
      if (!this.#accounts.isHouse(address)) this.#accounts.of(address).nonce = nonce;
      this.#supply += balance;
    }
    this.#house = this.#accounts.house;
    this.#sum = this.#supply;
    this.#rules = new Rules(state);
  }

  /** A development network is told to change an account. */
  amend(address: Address, change: (before: ModelAccount) => ModelAccount): void {
    const account = this.#accounts.of(address);
    const { balance } = account;
    Object.assign(account, change(account));
    this.#supply += account.balance - balance;
  }

  /** A block was executed, which has led to this state. Throws an AssertionError when it is not what the documents say. */
  follow({ block, receipts, events }: Omit<CommittedBlock, 'hookChanges'>, state: StateView): void {
    const { header, transactions } = block;
    this.#rules.beginBlock(header, state);
    let gasUsed = 0n;
    let fees = 0n;
    for (const [at, transaction] of transactions.entries()) {
      const receipt = receipts[at];
      assert.ok(receipt, `transaction ${at} of block ${header.number} has a receipt`);
      gasUsed += receipt.gasUsed;
      fees += receipt.gasUsed * receipt.effectiveGasPrice;
      assert.equal(receipt.cumulativeGasUsed, gasUsed);
      this.#apply(transaction, receipt, header.baseFee);
    }
    assert.equal(receipts.length, transactions.length);
    assert.equal(header.gasUsed, gasUsed, 'the gas of a block is that of its transactions');
    for (const log of events) this.#hear(log, undefined);
    this.#rules.endBlock({ block, receipts }, fees);
  }

  /** Counts all coins: not only blocks have changed accounts. */
  recount(accounts: Accounts): void {
    [this.#house, this.#sum] = [0n, 0n];
    for (const [address, { balance }] of accounts) {
      this.#sum += balance;
      if (this.#accounts.isHouse(address)) this.#house += balance;
    }
  }

  /** Asserts, after each block, that the accounts that it has changed are what the model says, and so is the supply. */
  assertChanged(changed: readonly AccountTransition[], state: StateView): void {
    const expected = this.#accounts.takeTouched();
    for (const { address, before, after } of changed) {
      const change = (after?.account.balance ?? 0n) - (before?.account.balance ?? 0n);
      this.#sum += change;
      if (this.#accounts.isHouse(address)) this.#house += change;
      else expected.add(address);
    }
    for (const address of expected) this.#accounts.assertSame(address, state.account(address));
    assert.equal(
      this.#house,
      this.#accounts.house,
      'what the chain itself has is what others have paid and not got back',
    );
    assert.equal(this.#sum, this.#supply, 'the supply is what was minted and not burned, by the events');
    assert.equal(totalSupply(state), this.#sum, 'the supply is the sum of all balances');
  }

  /** Asserts that all accounts and records of a state are what the model says. */
  assertSame(accounts: Accounts, state: StateView): void {
    let [house, sum] = [0n, 0n];
    const missing = new Set(this.#accounts.all);
    for (const [address, account] of accounts) {
      missing.delete(address);
      sum += account.balance;
      if (this.#accounts.isHouse(address)) house += account.balance;
      else this.#accounts.assertSame(address, account);
    }
    for (const address of missing) this.#accounts.assertSame(address, undefined);
    assert.deepEqual([house, sum], [this.#house, this.#sum], 'what blocks change is all that changes');
    this.#rules.assertSame(state);
  }

  #apply(transaction: Transaction, receipt: Receipt, baseFee: bigint): void {
    const { type, sender, nonce, to } = transaction;
    this.#onEvent(`type ${type}`);
    const account = this.#accounts.of(sender);
    assert.equal(nonce, account.nonce, `the nonce of ${transaction.hash}`);
    account.nonce++;
    const price = priceOf(transaction, baseFee);
    assert.equal(receipt.effectiveGasPrice, price, `the price of ${transaction.hash}`);
    this.#accounts.payHouse(sender, receipt.gasUsed * price);
    const authorizations = transaction.type === 4 ? transaction.authorizationList : [];
    const refund = this.#authorize(authorizations, transaction.chainId);
    const isCode = to !== undefined && (this.#contracts.has(to) || this.#delegated.has(to));
    const isPlain = to !== undefined && !this.#accounts.isHouse(to) && !isCode;
    const { additional, floor } = gasOf(transaction, BigInt(authorizations.length));
    const used = transferGas + additional;
    const paid = used - (refund < used / 5n ? refund : used / 5n); // EIP-3529
    const gas = paid > floor ? paid : floor; // EIP-7623
    if (isPlain) assert.deepEqual([receipt.status, receipt.gasUsed], [1, gas], `the transfer ${transaction.hash}`);
    if (receipt.status === 1) this.#applySuccess(transaction, receipt);
  }

  /** Accounts begin to run the code of others, whatever becomes of the transaction; returns the gas that comes back (EIP-7702). */
  #authorize(authorizations: readonly Authorization[], chainId: bigint | undefined): bigint {
    let refund = 0n;
    for (const { r, s, yParity, ...signed } of authorizations) {
      if ((signed.chainId !== 0n && signed.chainId !== chainId) || s > groupOrder / 2n) continue;
      const signature = { r: hashFromNumber(r), s: hashFromNumber(s), yParity: yParity === 0n ? 0 : 1 } as const;
      const fields = JSON.stringify([String(signed.chainId), signed.address, String(signed.nonce), signature]);
      const known = this.#authorities.get(fields);
      const authority = known ?? parseAddress(verifyAuthorization(signed, signature).toLowerCase());
      this.#authorities.set(fields, authority);
      const account = this.#accounts.of(authority);
      if (account.nonce !== signed.nonce || this.#contracts.has(authority)) continue;
      if (account.nonce > 0n || account.balance > 0n) refund += existingAccountRefund;
      account.nonce++;
      if (signed.address === zeroAddress) this.#delegated.delete(authority);
      else this.#delegated.add(authority);
      this.#onEvent('authorization');
    }
    return refund;
  }

  #applySuccess(transaction: Transaction, receipt: Receipt): void {
    const { hash, type, sender, to, value, data } = transaction;
    const hasAccessList = accessListOf(transaction).length > 0;
    this.#accounts.add(sender, -value);
    const { contractAddress } = receipt;
    if (contractAddress !== undefined) {
      this.#contracts.add(contractAddress);
      const isOf = (creation: Uint8Array) => Buffer.compare(data, creation) === 0;
      if (isOf(switchCreation)) this.#switches.add(contractAddress);
      if ([switchCreation, counterCreation, undoCreation].some(isOf))
        this.#accounts.of(contractAddress).nonce = 1n; // EIP-161
      else {
        this.#accounts.createsOthers(contractAddress);
        this.#onEvent('program');
      }
    }
    const target = to ?? contractAddress;
    if (target !== undefined) this.#accounts.add(target, value);
    const isSwitched = to !== undefined && this.#switches.has(to) && type === 2 && data.length === 0 && !hasAccessList;
    if (isSwitched) assert.ok(switchGas.includes(receipt.gasUsed), `the gas of ${hash}, ${receipt.gasUsed}`);
    const sent = { sender, inputs: this.#inputsOf(to, data), left: value };
    for (const log of receipt.logs) this.#hear(log, sent);
  }

  #hear(log: Log, sent: Sent | undefined): void {
    const event = this.#reader.read(log);
    if (event === undefined) return;
    const { name, account, amount } = event;
    this.#onEvent(name);
    this.#rules.follow(event);
    const { pays, gets } = movements[name] ?? {};
    if (pays !== undefined) this.#take(account(pays.who), amount(pays.amount), sent);
    if (gets !== undefined) {
      const less = gets.less === undefined ? 0n : amount(gets.less);
      this.#accounts.payHouse(account(gets.who), less - amount(gets.amount));
    }
    this.#hearOfSender(event, sent);
    if (name.startsWith('crossvm.')) this.#hearOfMessage(event, sent);
    const change = (minting[name] ? amount(minting[name]) : 0n) - (burning[name] ? amount(burning[name]) : 0n);
    this.#accounts.house += change;
    this.#supply += change;
  }

  #hearOfSender({ name, amount }: ReadEvent, sent: Sent | undefined): void {
    if (sent === undefined) return;
    const argument = argumentsPaid[name];
    const [paid, got] = [senderPays[name], senderGets[name]];
    if (argument !== undefined) this.#take(sent.sender, uqorIn(sent.inputs[argument]), sent);
    if (paid !== undefined) this.#take(sent.sender, amount(paid), sent);
    if (got !== undefined) this.#accounts.payHouse(sent.sender, -amount(got));
  }

  /** A message takes its coins along, and gives them to its target, or back. */
  #hearOfMessage({ name, account, text, flag }: ReadEvent, sent: Sent | undefined): void {
    const id = text('messageId');
    const message = this.#messages.get(id);
    if (name === 'crossvm.CrossvmRequest' && sent !== undefined) {
      const payload = sent.inputs.payload;
      const wei = payload instanceof Uint8Array && payload.length > 0 ? uqorIn(sent.inputs.funds) : 0n; // else at once
      this.#messages.set(id, { sender: account('sender'), target: text('targetContract'), wei });
      this.#take(account('sender'), wei, sent);
    } else if (message !== undefined) {
      this.#messages.delete(id);
      const isTaken = name === 'crossvm.CrossvmResponse' && flag('success');
      const target = isTaken ? asAddress(message.target.toLowerCase()) : message.sender;
      assert.ok(target, `the target of message ${id}`);
      this.#accounts.payHouse(target, -message.wei);
    }
  }

  /** An account pays the chain: what it has sent along has left it already. */
  #take(from: Address, wei: bigint, sent: Sent | undefined): void {
    const along = sent === undefined || sent.left < wei ? 0n : wei;
    if (sent !== undefined) sent.left -= along;
    if (!this.#accounts.isHouse(from)) this.#accounts.payHouse(from, wei - along);
  }

  #inputsOf(to: Address | undefined, data: Uint8Array): Sent['inputs'] {
    const module = this.#modules.find(({ address }) => address === to);
    const selector = toHex(data.subarray(0, 4));
    const call = module?.calls.find((each) => each.selector === selector);
    return call === undefined ? {} : decodeAbi(abiFields(call.inputs), data.subarray(4));
  }
}

/** What data, access lists (EIP-2930), authorizations and a post-quantum signature (docs/pqc.md) cost, and the least gas of all. */
function gasOf(
  transaction: Transaction,
  authorizations: bigint,
): { readonly additional: bigint; readonly floor: bigint } {
  const list = accessListOf(transaction);
  const keys = list.reduce((sum, { storageKeys }) => sum + storageKeys.length, 0);
  const signed = 'pqcSignature' in transaction ? 30_000 + 16 * transaction.pqcSignature.length : 0;
  const tokens = transaction.data.reduce((sum, byte) => sum + (byte === 0 ? 1 : 4), 0);
  const additional =
    BigInt(2_400 * list.length + 1_900 * keys + signed + 4 * tokens) + authorizationGas * authorizations;
  return { additional, floor: transferGas + BigInt(10 * tokens) };
}

/** EIP-1559: the base fee and the tip, up to the cap. */
function priceOf(transaction: Transaction, baseFee: bigint): bigint {
  if (!('maxFeePerGas' in transaction)) return transaction.gasPrice;
  const { maxFeePerGas: cap, maxPriorityFeePerGas: tip } = transaction;
  return baseFee + tip < cap ? baseFee + tip : cap;
}

function uqorIn(value: unknown): bigint {
  return typeof value === 'bigint' ? value * weiPerUqor : 0n;
}
