import { createdAddress } from '#qord/evm/created-address.ts';
import { delegationTo } from '#qord/evm/delegation.ts';
import type { Fork } from '#qord/kernel/engine.ts';
import { type Address, parseAddress } from '#qord/primitives/address.ts';
import { bigintToFixedBytes } from '#qord/primitives/bytes.ts';
import { addressOfPrivateKey } from '#qord/primitives/crypto/secp256k1.ts';
import { type Hash, hashFromBytes } from '#qord/primitives/hash.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { blobBaseFee } from '../official/blob-transaction.ts';
import { blobRulesOf } from '../official/forks.ts';
import { testBlockHash } from '../official/state-case.ts';
import { generateProgram } from './generate-program.ts';
import type { Program } from './program.ts';
import { coinbase, type ProgramEnvironment } from './program-environment.ts';
import type { Scenario, ScenarioAccount } from './scenario.ts';

/** Keys of accounts that sign: the first sends the transactions, the others authorize (EIP-7702). */
export const privateKeys = [1n, 2n, 3n, 4n].map((key) => bigintToFixedBytes(key, 32));
const signers = privateKeys.map(addressOfPrivateKey);
export const sender = signers[0] ?? coinbase;

const contractAddress = (index: number) => parseAddress(`0xc0de${index.toString(16).padStart(36, '0')}`);

/** Contracts that call each other, signers, and sometimes a coinbase. */
export function generateAccounts(random: Random, fork: Fork): Map<Address, ScenarioAccount> {
  const contracts = Array.from({ length: 1 + random.below(4) }, (_, index) => contractAddress(index + 1));
  const environment = programEnvironment(random, fork, contracts);
  const accounts = new Map<Address, ScenarioAccount>();
  for (const address of contracts) {
    accounts.set(address, generateAccount(random, generateProgram(environment), 1n));
  }
  accounts.set(sender, { nonce: BigInt(random.below(3)), balance: 10n ** 20n, program: [], storage: {} });
  for (const address of signers.slice(1)) {
    if (random.chance(0.6)) accounts.set(address, generateSigner(random, fork, environment));
  }
  if (random.chance(0.3)) accounts.set(coinbase, { nonce: 0n, balance: 1n, program: [], storage: {} });
  if (random.chance(0.05)) accounts.set(coinbase, generateAccount(random, generateProgram(environment), 1n));
  if (random.chance(0.04)) {
    const account = generateAccount(random, [], 0n);
    accounts.set(someCreatedAddress(random, accounts), { ...account, balance: account.balance + 1n });
  }
  return accounts;
}

/** The address of the next contract that one of the accounts creates, or of the one after it. */
function someCreatedAddress(random: Random, accounts: ReadonlyMap<Address, ScenarioAccount>): Address {
  const [creator, { nonce }] = random.pick([...accounts] as [[Address, ScenarioAccount]]);
  return createdAddress(creator, nonce + BigInt(random.below(2)));
}

/** What programs of a scenario may refer to. */
export function programEnvironment(random: Random, fork: Fork, contracts: readonly Address[]): ProgramEnvironment {
  const [first = sender, ...rest] = contracts;
  const ofContracts = contracts.map((creator) => createdAddress(creator, 1n));
  return {
    random,
    fork,
    contracts: [first, ...rest],
    plain: [sender, ...signers.slice(1)],
    created: [createdAddress(sender, 1n), createdAddress(sender, 2n), ...ofContracts],
  };
}

/** A block environment with random number, fees and randomness. */
export function generateBlock(random: Random, fork: Fork): Pick<Scenario, 'block' | 'excessBlobGas'> {
  const number = BigInt(random.below(1000));
  const excessBlobGas = BigInt(random.below(40)) * 2n ** 17n;
  const block = {
    fork,
    chainId: 1n,
    genesisHash: toWord(1n),
    number,
    timestamp: 1_800_000_000n,
    gasLimit: 30_000_000n,
    baseFee: BigInt(random.below(20)),
    blobBaseFee: blobBaseFee(excessBlobGas, blobRulesOf(fork).baseFeeUpdateFraction),
    prevRandao: toWord(random.word()),
    coinbase,
    blockHash: (requested: bigint) => testBlockHash(requested, number),
  };
  return { block, excessBlobGas };
}

/** A number as 32 bytes. */
export function toWord(value: bigint): Hash {
  return hashFromBytes(bigintToFixedBytes(value, 32));
}

function generateAccount(random: Random, program: Program, nonce: bigint): ScenarioAccount {
  const storage: Record<Hash, Hash> = {};
  for (let slot = 0n; slot < 5n; slot++) {
    if (random.chance(0.5)) storage[toWord(slot)] = toWord(BigInt(1 + random.below(4)));
  }
  return { nonce, balance: BigInt(random.below(5_000)), program, storage };
}

/** The account of a key: plain, delegated to a contract (EIP-7702), or with code of its own. */
function generateSigner(random: Random, fork: Fork, environment: ProgramEnvironment): ScenarioAccount {
  const nonce = BigInt(random.below(3));
  const plain = { nonce, balance: 1n + BigInt(random.below(10_000)), program: [], storage: {} };
  if (fork === 'cancun' || random.chance(0.5)) return plain;
  if (random.chance(0.1)) return generateAccount(random, generateProgram(environment), nonce);
  const delegate = random.pick(random.chance(0.9) ? environment.contracts : environment.plain);
  return generateAccount(random, [{ kind: 'code', bytes: delegationTo(delegate) }], nonce);
}
