import { accessListOf, authorizationsOf, feeCap, tipCap } from '#qord/kernel/transaction/transaction.ts';
import { fromHex, toHex } from '#qord/primitives/hex.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import { forkTitle } from '../official/forks.ts';
import { logsHash } from '../official/logs-hash.ts';
import type { TestAccounts } from '../official/state-test-file.ts';
import { createTestWorld } from '../official/test-world.ts';
import { type Dump, isCompleted, type RunResult } from './run-result.ts';
import { type Scenario, toStateCase } from './scenario.ts';

/**
 * The scenario as a file of state tests that expects `result`: the official runner executes it, and findings are
 * stored in this form.
 */
export function scenarioJson(name: string, scenario: Scenario, result: RunResult): string {
  const { block, excessBlobGas } = scenario;
  const { pre } = toStateCase(scenario);
  const test = {
    env: {
      currentCoinbase: block.coinbase,
      currentGasLimit: quantity(block.gasLimit),
      currentNumber: quantity(block.number),
      currentTimestamp: quantity(block.timestamp),
      currentBaseFee: quantity(block.baseFee),
      currentRandom: block.prevRandao,
      currentExcessBlobGas: quantity(excessBlobGas),
    },
    pre: accountsJson(pre),
    transaction: transactionJson(scenario),
    post: { [forkTitle(block.fork)]: [postJson(pre, result)] },
  };
  return JSON.stringify({ [name]: test });
}

function transactionJson({ tx, blobs }: Scenario): object {
  const isDynamic = !('gasPrice' in tx);
  const fees = isDynamic
    ? { maxFeePerGas: quantity(feeCap(tx)), maxPriorityFeePerGas: quantity(tipCap(tx)) }
    : { gasPrice: quantity(feeCap(tx)) };
  const authorizationList = authorizationsOf(tx).map((it) => ({
    chainId: quantity(it.chainId),
    address: it.address,
    nonce: quantity(it.nonce),
    yParity: quantity(it.yParity),
    r: quantity(it.r),
    s: quantity(it.s),
  }));
  return {
    sender: tx.sender,
    nonce: quantity(tx.nonce),
    gasLimit: [quantity(tx.gasLimit)],
    to: tx.to ?? '',
    value: [quantity(tx.value)],
    data: [toHex(tx.data)],
    ...fees,
    ...(tx.type === 0 ? {} : { accessLists: [accessListOf(tx)] }),
    ...(tx.type === 4 ? { authorizationList } : {}),
    ...(blobs && { blobVersionedHashes: blobs.hashes, maxFeePerBlobGas: quantity(blobs.maxFeePerBlobGas) }),
  };
}

function postJson(pre: TestAccounts, result: RunResult): object {
  const accounts = isCompleted(result) ? toTestAccounts(result.accounts) : pre;
  return {
    hash: createTestWorld(accounts).root(),
    logs: logsHash(isCompleted(result) ? result.logs : []),
    indexes: { data: 0, gas: 0, value: 0 },
    ...(isCompleted(result) ? { state: accountsJson(accounts) } : { expectException: 'any' }),
  };
}

function accountsJson(accounts: TestAccounts): object {
  const rows = Object.entries(accounts).map(([address, { nonce, balance, code, storage }]) => {
    return [address, { nonce: quantity(nonce), balance: quantity(balance), code: toHex(code), storage }];
  });
  return Object.fromEntries(rows);
}

function toTestAccounts(dump: Dump): TestAccounts {
  const rows = [...dump].map(([address, { code, storage, ...rest }]) => {
    return [address, { ...rest, code: fromHex(code), storage: Object.fromEntries(storage) }] as const;
  });
  return Object.fromEntries(rows);
}
