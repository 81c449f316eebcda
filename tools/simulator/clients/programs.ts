import { createdAddress } from '#qord/evm/created-address.ts';
import type { Address } from '#qord/primitives/address.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { accountOf, type TransferFields } from '#qord/testing/sign-from.ts';
import { generateInitcode } from '../../fuzz/creation-statements.ts';
import { writeStatements } from '../../fuzz/statements.ts';

const plain = [accountOf(0), accountOf(6), accountOf(7)] as const;

/** Contracts of the fuzzer, of all senders. Whatever they do, they get no coins, so that they move none. */
export class Programs {
  readonly #addresses = new Set<Address>();

  has(address: Address): boolean {
    return this.#addresses.has(address);
  }

  /** A creation by an account at a nonce. Programs call each other, known contracts, accounts and precompiles. */
  creation(random: Random, account: number, nonce: bigint, known: readonly Address[]): TransferFields {
    const address = createdAddress(accountOf(account), nonce);
    const others = [...this.#addresses].slice(-6);
    this.#addresses.add(address);
    const contracts = [address, ...known.slice(-2), ...others] as const;
    const created = [createdAddress(address, 1n), ...others.map((each) => createdAddress(each, 1n))] as const;
    const environment = { random, fork: 'osaka', contracts, plain, created } as const;
    const options = { statements: random.below(40), nesting: 2, write: writeStatements };
    const gasLimit = 200_000n + BigInt(random.below(800_000));
    return { to: undefined, value: 0n, data: generateInitcode(environment, options), gasLimit };
  }

  call(random: Random): TransferFields {
    const to = [...this.#addresses].at(-1 - random.below(6)) ?? accountOf(9);
    return { to, value: 0n, data: random.bytes(random.below(120)), gasLimit: BigInt(30_000 + random.below(900_000)) };
  }
}
