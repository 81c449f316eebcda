import { base58 } from '@scure/base';
import { signTransaction } from '#qord/kernel/transaction/codec.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import { svmAddress } from '#qord/modules/addresses.ts';
import { encodeAbi } from '#qord/primitives/abi/encode.ts';
import { selectorOf } from '#qord/primitives/abi/selector.ts';
import { parseSignature } from '#qord/primitives/abi/type.ts';
import { type Address, addressFromBytes, parseAddress } from '#qord/primitives/address.ts';
import { concatBytes, emptyBytes } from '#qord/primitives/bytes.ts';
import { hashFromBytes } from '#qord/primitives/hash.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf, privateKeyOf } from '#qord/testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '#qord/testing/signing/hybrid.ts';
import { pqcRegistration } from '#qord/testing/signing/pqc-registration.ts';
import { signAuthorizing } from '#qord/testing/signing/sign-authorizing.ts';
import { moduleCall } from '../abuse/requests/module-rules.ts';
import { ObservedValues } from '../abuse/requests/observed-values.ts';
import { Writer } from '../abuse/requests/writer.ts';
import type { Client } from './client.ts';
import { creationCodes } from './contracts.ts';

const senders = [0, 1, 2, 3, 4, 5];
/** It has a post-quantum key, and may only send hybrid transactions once it is registered. */
const hybridSender = 7;
const pqcKey = testPqcKey(7);
const fee = 2n * 10n ** 12n;
const depositSignature = parseSignature('deposit(string account)');
const depositSelector = fromHex(selectorOf(depositSignature));
/** Keys that are no native accounts, and hold coins on the side of the SVM only. */
export const svmOnlyKeys = [1, 2, 3].map((number) => base58.encode(new Uint8Array(32).fill(number)));
const chainId = 9800n;

/** Random transactions of all types, and the accounts they are about. */
export class Workload {
  readonly #random: Random;
  readonly #writer: Writer;
  readonly #contracts: Address[] = [];

  constructor(random: Random) {
    this.#random = random;
    this.#writer = new Writer(random, new ObservedValues(), 0);
  }

  /** Accounts that transactions may concern, with contracts and modules among them. */
  address(): Address {
    const { below, chance, bytes } = bound(this.#random);
    if (chance(0.35)) return this.#contract();
    if (chance(0.5)) return accountOf(below(9));
    if (chance(0.4)) return lowAddress(below(20));
    if (chance(0.5)) return lowAddress(0xd00 + below(32));
    return chance(0.7) ? lowAddress(0x77_0000 + below(64)) : addressFromBytes(bytes(20));
  }

  /** Adds contracts that were created. */
  addContract(address: string): void {
    this.#contracts.push(parseAddress(address));
    if (this.#contracts.length > 60) this.#contracts.shift();
  }

  /** Sends so many transactions, as far as the node takes them, and has it make blocks until none waits. */
  async run(client: Client, count: number): Promise<void> {
    await client('evm_setAutomine', false);
    for (let left = count; left > 0; left--) {
      await this.#sendOne(client);
      if (this.#random.chance(0.2)) await client('evm_mine');
      if (this.#random.chance(0.05)) await this.#amend(client);
    }
    for (let blocks = 0; blocks < 8; blocks++) {
      await client('evm_mine');
      const { pending } = await client<{ pending: string }>('txpool_status');
      if (Number(pending) === 0) return;
    }
    await client('anvil_dropAllTransactions');
  }

  /** What only development networks can do: changes the state, or the time, outside of transactions. */
  async #amend(client: Client): Promise<void> {
    const random = this.#random;
    const address = random.chance(0.5) ? this.#contract() : lowAddress(0x77_0000 + random.below(64));
    const word = `0x${random
      .below(2 ** 31)
      .toString(16)
      .padStart(64, '0')}`;
    const kind = random.below(4);
    if (kind === 0) await client('evm_increaseTime', random.below(200));
    if (kind === 1) await client('anvil_setStorageAt', address, `0x${'00'.repeat(31)}0${random.below(3)}`, word);
    if (kind === 2) await client('anvil_setBalance', address, `0x${random.below(2 ** 31).toString(16)}`);
    if (kind === 3) await client('anvil_setCode', address, toHex(this.#creationCode()));
  }

  async #sendOne(client: Client): Promise<void> {
    const account = this.#random.chance(0.06) ? hybridSender : this.#random.below(senders.length);
    const nonce = BigInt(await client<string>('eth_getTransactionCount', accountOf(account), 'pending'));
    const transaction =
      account === hybridSender ? this.#hybrid(nonce) : await this.#transaction(client, account, nonce);
    await client('eth_sendRawTransaction', toHex(transaction.raw)).catch(() => undefined); // a refused one is not sent
  }

  #hybrid(nonce: bigint): Transaction {
    if (nonce === 0n) return pqcRegistration(hybridSender, pqcKey);
    return hybridFrom(hybridSender, pqcKey, { nonce, to: this.address(), value: BigInt(this.#random.below(1000)) });
  }

  async #transaction(client: Client, account: number, nonce: bigint): Promise<Transaction> {
    const random = this.#random;
    if (random.chance(0.06)) return this.#authorizing(client, account, nonce);
    const key = privateKeyOf(account);
    const common = { nonce, chainId, ...this.#message() };
    const accessList = random.chance(0.5)
      ? []
      : [{ address: this.address(), storageKeys: [hashFromBytes(new Uint8Array(32))] }];
    const type = random.below(3);
    if (type === 0) return signTransaction({ type: 0, gasPrice: fee, ...common }, key);
    if (type === 1) return signTransaction({ type: 1, gasPrice: fee, accessList, ...common }, key);
    const fees = { maxFeePerGas: fee, maxPriorityFeePerGas: BigInt(random.below(3)) * 10n ** 9n };
    return signTransaction({ type: 2, ...fees, accessList, ...common }, key);
  }

  async #authorizing(client: Client, account: number, nonce: bigint): Promise<Transaction> {
    const authority = 6;
    const count = await client<string>('eth_getTransactionCount', accountOf(authority), 'latest');
    return signAuthorizing(account, { authorities: [authority], nonce, authorizationNonce: BigInt(count) });
  }

  /** A transfer, the creation of a contract, or a call of one or of a module. */
  #message(): { to: Address | undefined; value: bigint; data: Uint8Array; gasLimit: bigint } {
    const random = this.#random;
    const value = random.chance(0.5) ? 0n : BigInt(random.below(2 ** 31)) ** 2n;
    if (random.chance(0.06)) return this.#deposit();
    const kind = random.below(10);
    if (kind < 3) return { to: this.address(), value, data: emptyBytes, gasLimit: 200_000n };
    if (kind < 5) return { to: undefined, value: 0n, data: this.#creationCode(), gasLimit: 400_000n };
    if (kind < 6) return this.#moduleCall();
    const gasLimit = random.chance(0.1) ? 22_500n + BigInt(random.below(30_000)) : 600_000n;
    return { to: this.#contract(), value, data: this.#callData(), gasLimit };
  }

  /** Coins for an account of the SVM only: often less than it must have. */
  #deposit(): { to: Address; value: bigint; data: Uint8Array; gasLimit: bigint } {
    const key = svmOnlyKeys[this.#random.below(svmOnlyKeys.length)] ?? '';
    const data = concatBytes(depositSelector, encodeAbi(depositSignature.inputs, { account: key }));
    const value = BigInt(this.#random.below(4_000_000)) * 10n ** 9n + BigInt(this.#random.below(10 ** 9));
    return { to: svmAddress, value, data, gasLimit: 400_000n };
  }

  #moduleCall(): { to: Address; value: bigint; data: Uint8Array; gasLimit: bigint } {
    const call: { to?: string; data?: string } = JSON.parse(moduleCall(this.#writer));
    return { to: parseAddress(call.to ?? ''), value: 0n, data: fromHex(call.data ?? '0x'), gasLimit: 3_000_000n };
  }

  #callData(): Uint8Array {
    const random = this.#random;
    if (random.chance(0.15)) return this.#creationCode();
    const words = Array.from({ length: random.below(6) }, () =>
      random.chance(0.4) ? this.address().slice(2).padStart(64, '0') : random.below(8).toString(16).padStart(64, '0'),
    );
    return fromHex(`0x${words.join('')}`);
  }

  #creationCode(): Uint8Array {
    return creationCodes[this.#random.below(creationCodes.length)] ?? emptyBytes;
  }

  #contract(): Address {
    return this.#contracts[this.#random.below(this.#contracts.length)] ?? accountOf(8);
  }
}

function lowAddress(number: number): Address {
  return parseAddress(`0x${number.toString(16).padStart(40, '0')}`);
}

function bound(random: Random) {
  return {
    below: (limit: number) => random.below(limit),
    chance: (probability: number) => random.chance(probability),
    bytes: (length: number) => random.bytes(length),
  };
}
