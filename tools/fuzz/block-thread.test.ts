import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LongTransactions } from '#qord/chain/block-thread/long-transactions.ts';
import { ExecutionStoppedError } from '#qord/kernel/engine.ts';
import type { Transaction } from '#qord/kernel/transaction/transaction.ts';
import type { AbiRecord } from '#qord/primitives/abi/value.ts';
import { concatBytes } from '#qord/primitives/bytes.ts';
import { fromHex } from '#qord/primitives/hex.ts';
import { openThreadedChain } from '#qord/testing/chain/threaded-chain.ts';
import { Random } from '#qord/testing/random/random.ts';
import { accountOf, signFrom } from '#qord/testing/sign-from.ts';
import { hybridFrom, testPqcKey } from '#qord/testing/signing/hybrid.ts';
import { pqcRegistration } from '#qord/testing/signing/pqc-registration.ts';
import { generateProgram } from './generate-program.ts';
import { programEnvironment } from './generate-world.ts';
import { assemble } from './program.ts';

const cap = 10n ** 13n;

type Nonces = Map<number, bigint>;

function next(nonces: Nonces, account: number): bigint {
  const nonce = nonces.get(account) ?? 0n;
  nonces.set(account, nonce + 1n);
  return nonce;
}

/** Code that leaves `code` as a contract. */
function deploying(code: Uint8Array): Uint8Array {
  const size = code.length.toString(16).padStart(4, '0');
  return concatBytes(fromHex(`0x61${size}80600a5f395ff3`), code);
}

/** Transactions of random programs, and of calls of what they have created. */
function randomTransaction(random: Random, nonces: Nonces, contracts: Transaction['sender'][]): Transaction {
  const account = 3 + random.below(4);
  const environment = programEnvironment(random, 'osaka', contracts.length > 0 ? contracts : [accountOf(3)]);
  const fields = { nonce: next(nonces, account), cap, gasLimit: 200_000n + BigInt(random.below(1_500_000)) };
  const value = BigInt(random.below(1_000));
  if (contracts.length > 0 && random.chance(0.5)) {
    return signFrom(account, { ...fields, to: random.pick(contracts as [Transaction['sender']]), value });
  }
  const code = assemble(generateProgram(environment));
  const data = random.chance(0.5) ? code : deploying(code);
  return signFrom(account, { ...fields, to: undefined, value, data });
}

const lock: AbiRecord = { amount: 200_000_000n };

test('blocks are the same to the last bit, wherever their transactions are executed', {
  timeout: 600_000,
}, async (t) => {
  const [here, there] = [openThreadedChain(t), openThreadedChain(t)];
  const random = new Random(7);
  const nonces: Nonces = new Map();
  const contracts: Transaction['sender'][] = [];
  const key = testPqcKey(3);
  let inThread = 0;
  const long: LongTransactions = {
    limits: () => {
      if (random.chance(0.3)) return {};
      inThread++;
      throw new ExecutionStoppedError('to the thread');
    },
    thread: there.thread,
  };
  for (let height = 0; height < 12; height++) {
    const { call } = here;
    const queued = {
      sourceVm: 'cosmwasm',
      targetVm: 'evm',
      targetContract: contracts[0] ?? accountOf(9),
      payload: Uint8Array.of(height),
      funds: 5n,
    };
    const modules = [
      height < 6
        ? [call(0, 'xqore', 'lock', lock), call(0, 'crossvm', 'call', queued), call(0, 'xqore', 'claim', {})]
        : [],
      [height === 0 ? pqcRegistration(8, key) : hybridFrom(8, key, { nonce: BigInt(height), value: 5n })],
    ];
    const transactions = Array.from({ length: 12 }, () => randomTransaction(random, nonces, contracts));
    transactions.push(...modules.flat());
    const [one, other] = [await here.execute(transactions), await there.execute(transactions, long)];
    assert.deepEqual(other, one);
    here.chain.commit(one);
    there.chain.commit(other);
    for (const { status, contractAddress } of one.receipts) {
      if (status === 1 && contractAddress !== undefined) contracts.push(contractAddress);
    }
  }
  assert.ok(inThread > 60, `${inThread} transactions in the thread`);
  assert.ok(contracts.length > 5, `${contracts.length} contracts`);
  assert.deepEqual(there.restarts, []);
});
