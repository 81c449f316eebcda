import { keccak256 } from '@qord/curves/keccak';
import { createdAddress } from '#qord/evm/created-address.ts';
import { gasCost, gasCostInputOf } from '#qord/evm/transaction/gas-cost.ts';
import type { SentTransaction } from '#qord/evm/transaction/sender-fault.ts';
import type { BlockEnvironment, Fork } from '#qord/kernel/engine.ts';
import type { AccessList } from '#qord/kernel/transaction/transaction.ts';
import { type Address, addressFromBytes, addressToBytes } from '#qord/primitives/address.ts';
import { encodeRlp } from '#qord/primitives/rlp/encode.ts';
import { rlpInteger } from '#qord/primitives/rlp/item.ts';
import type { Random } from '#qord/testing/random/random.ts';
import { generateInitcode } from './creation-statements.ts';
import { generateAuthorizations } from './generate-authorization.ts';
import { generateAccounts, generateBlock, programEnvironment, sender, toWord } from './generate-world.ts';
import { op } from './opcodes.ts';
import { type ProgramEnvironment, someAddress } from './program-environment.ts';
import type { BlockScenario, Scenario, ScenarioAccount, Sent } from './scenario.ts';
import { writeStatements } from './statements.ts';

/** Contracts that call each other, started by a simple transaction. */
export function generateProgramScenario(random: Random, fork: Fork): Scenario {
  const accounts = generateAccounts(random, fork);
  const { block, excessBlobGas } = generateBlock(random, fork);
  const tx = generateCall(random, accounts, [...accounts.keys()][0]);
  return { accounts, block, excessBlobGas, tx, blobs: undefined };
}

/** A valid transaction that calls an account with some data. */
function generateCall(random: Random, accounts: Scenario['accounts'], to: Address | undefined): SentTransaction {
  const gasLimit = BigInt(random.pick([30_000, 60_000, 150_000, 400_000, 1_000_000, 1_000_000]) + random.below(20_000));
  return {
    type: 2,
    chainId: 1n,
    sender,
    nonce: accounts.get(sender)?.nonce ?? 0n,
    gasLimit,
    maxFeePerGas: 100n,
    maxPriorityFeePerGas: 2n,
    to,
    value: random.chance(0.7) ? 0n : BigInt(random.below(1_000)),
    data: random.bytes(random.below(120)),
    accessList: [],
  };
}

/**
 * Two to twelve transactions of one sender on one state, which call its contracts and those that earlier ones may have
 * created, or create others. Each has the nonce of the first; a run adds what the sender has sent by then.
 */
export function generateBlockScenario(random: Random, fork: Fork): BlockScenario {
  const { accounts, block, excessBlobGas } = generateTransactionScenario(random, fork);
  const nonce = accounts.get(sender)?.nonce ?? 0n;
  const contracts = [...accounts.keys()].filter((address) => address.startsWith('0xc0de'));
  const callable = [...contracts, ...[0n, 1n, 2n].map((sent) => createdAddress(sender, nonce + sent))];
  const one = (): Sent => {
    if (random.chance(0.4)) return generateTransaction(random, fork, { accounts, block, contracts: callable });
    const call = generateCall(random, accounts, random.pick([callable[0] ?? sender, ...callable]));
    const environment = programEnvironment(random, fork, callable);
    const tx = random.chance(0.3) ? { ...call, to: undefined, data: initcodeOf(environment) } : call;
    return { tx, blobs: undefined };
  };
  return { accounts, block, excessBlobGas, sent: Array.from({ length: 2 + random.below(11) }, one) };
}

/** Transactions of every type with every field, most of them valid. */
export function generateTransactionScenario(random: Random, fork: Fork): Scenario {
  const accounts = generateAccounts(random, fork);
  const { block, excessBlobGas } = generateBlock(random, fork);
  const contracts = [...accounts.keys()].filter((address) => address.startsWith('0xc0de'));
  const { tx, blobs } = generateTransaction(random, fork, { accounts, block, contracts });
  const balance = random.chance(0.9) ? 10n ** 20n : BigInt(random.below(50_000_000));
  const old = accounts.get(sender);
  if (old !== undefined) accounts.set(sender, { ...old, balance });
  if (tx.to === undefined && random.chance(0.2)) occupyCreatedAddress(random, accounts, tx.nonce);
  return { accounts, block, excessBlobGas, tx, blobs };
}

type TransactionPlace = Pick<Scenario, 'accounts' | 'block'> & { readonly contracts: readonly Address[] };

function generateTransaction(random: Random, fork: Fork, { accounts, block, contracts }: TransactionPlace): Sent {
  const environment = programEnvironment(random, fork, contracts);
  const type = random.pick(fork === 'cancun' ? ([0, 1, 2, 3] as const) : ([0, 1, 2, 3, 4, 4, 4] as const));
  const common = { ...generateCommon(environment, type), nonce: accounts.get(sender)?.nonce ?? 0n, sender };
  const tx = withFees(random, block, type, {
    ...common,
    accessList: random.chance(0.5) ? [] : generateAccessList(environment),
    authorizationList: type === 4 ? generateAuthorizations(environment, accounts) : [],
  });
  const blobs = type === 3 ? generateBlobs(random, block) : undefined;
  return { tx: invalidateSome(random, withGas(random, fork, tx)), blobs };
}

/** Puts an account at the address that the transaction creates: a balance does not prevent it, a nonce or code does. */
function occupyCreatedAddress(random: Random, accounts: Map<Address, ScenarioAccount>, nonce: bigint): void {
  const created = addressFromBytes(keccak256(encodeRlp([addressToBytes(sender), rlpInteger(nonce)])).subarray(12));
  const program = random.chance(0.3) ? [{ kind: 'code', bytes: Uint8Array.of(op.stop) } as const] : [];
  accounts.set(created, { nonce: BigInt(random.below(2)), balance: 1n, program, storage: {} });
}

type Fields = Pick<SentTransaction, 'sender' | 'nonce' | 'to' | 'value' | 'data' | 'gasLimit'> & {
  readonly accessList: AccessList;
  readonly authorizationList: ReturnType<typeof generateAuthorizations>;
};

function generateCommon(
  environment: ProgramEnvironment,
  type: number,
): Pick<Fields, 'to' | 'value' | 'data' | 'gasLimit'> {
  const { random } = environment;
  const isCreation = type < 3 && random.chance(0.25);
  const data = isCreation ? initcodeOf(environment) : generateData(random);
  return {
    to: isCreation ? undefined : someAddress(environment),
    value: random.chance(0.5) ? 0n : BigInt(random.below(3_000)),
    data,
    gasLimit: 0n,
  };
}

const initcodeOf = (environment: ProgramEnvironment) =>
  generateInitcode(environment, { statements: environment.random.below(20), nesting: 1, write: writeStatements });

/** Mostly short; sometimes long enough for the floor price to apply (EIP-7623). */
function generateData(random: Random): Uint8Array {
  if (random.chance(0.7)) return random.bytes(random.below(100));
  const data = new Uint8Array(random.below(6_000));
  if (random.chance(0.5)) data.fill(1 + random.below(255));
  return data;
}

function withFees(random: Random, { baseFee }: BlockEnvironment, type: number, fields: Fields): SentTransaction {
  const { accessList, authorizationList, ...common } = fields;
  const cap = baseFee + BigInt(random.below(30)) - (random.chance(0.03) ? 1n : 0n);
  const maxFeePerGas = cap < 0n ? 0n : cap;
  if (type === 0) return { ...common, type, chainId: random.chance(0.5) ? 1n : undefined, gasPrice: maxFeePerGas };
  if (type === 1) return { ...common, type, chainId: 1n, gasPrice: maxFeePerGas, accessList };
  const tip = random.chance(0.03) ? maxFeePerGas + 1n : BigInt(random.below(Number(maxFeePerGas) + 1));
  const dynamic = { ...common, chainId: 1n, maxFeePerGas, maxPriorityFeePerGas: tip, accessList };
  return type === 4 ? { ...dynamic, type, authorizationList } : { ...dynamic, type: 2 };
}

/** A gas limit near the minimum of the transaction, or well above it. */
function withGas(random: Random, fork: Fork, tx: SentTransaction): SentTransaction {
  const { intrinsic, floor } = gasCost(gasCostInputOf(tx), fork);
  const minimum = intrinsic > floor ? intrinsic : floor;
  const extra = random.pickWeighted([
    [1, () => BigInt(random.below(3)) - 1n],
    [3, () => BigInt(random.below(3_000))],
    [6, () => BigInt(random.below(100_000))],
    [6, () => BigInt(random.below(1_000_000))],
  ] as const)();
  return { ...tx, gasLimit: minimum + extra };
}

/** Makes one transaction in ten invalid, or almost invalid. */
function invalidateSome(random: Random, tx: SentTransaction): SentTransaction {
  if (random.chance(0.9)) return tx;
  return random.pick<() => SentTransaction>([
    () => ({ ...tx, nonce: tx.nonce + 1n }),
    () => ({ ...tx, nonce: tx.nonce === 0n ? 0n : tx.nonce - 1n }),
    () => ({ ...tx, value: 10n ** 20n - BigInt(random.below(10_000_000)) }),
    () => ({ ...tx, gasLimit: random.chance(0.5) ? 30_000_001n : 16_777_217n }),
  ])();
}

function generateAccessList(environment: ProgramEnvironment): AccessList {
  const { random } = environment;
  return Array.from({ length: random.below(5) }, () => ({
    address: someAddress(environment),
    storageKeys: Array.from({ length: random.below(4) }, () => toWord(BigInt(random.below(5)))),
  }));
}

function generateBlobs(random: Random, { blobBaseFee }: BlockEnvironment) {
  const version = random.chance(0.97) ? '0x01' : '0x02';
  const count = random.chance(0.03) ? 0 : 1 + random.below(random.chance(0.05) ? 11 : 4);
  const hashes = Array.from({ length: count }, (_, i) => toWord((BigInt(version) << 248n) + BigInt(i)));
  return { hashes, maxFeePerBlobGas: blobBaseFee + BigInt(random.below(4)) - (random.chance(0.05) ? 1n : 0n) };
}
