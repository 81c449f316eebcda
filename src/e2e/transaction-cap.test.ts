import assert from 'node:assert/strict';
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { test } from 'node:test';
import { signMlDsa } from '@qord/curves/ml-dsa';
import { homePaths } from '../config/home.ts';
import { authorizationDigest } from '../evm/transaction/authorize.ts';
import { signTransaction } from '../kernel/transaction/codec.ts';
import { signHybridTransaction } from '../kernel/transaction/hybrid.ts';
import type { Transaction } from '../kernel/transaction/transaction.ts';
import { emptyBytes } from '../primitives/bytes.ts';
import { addressOfPrivateKey, signDigest } from '../primitives/crypto/secp256k1.ts';
import { type Hex, toHex } from '../primitives/hex.ts';
import { assemble, returnTop } from '../testing/evm/assemble.ts';
import { oneValidator, oneValidatorGenesis } from '../testing/node/one-validator-genesis.ts';
import { errorText, postJson, type RawResponse } from '../testing/raw-rpc.ts';
import { privateKeyOf, unusedAccount } from '../testing/sign-from.ts';
import { testPqcKey } from '../testing/signing/hybrid.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode } from '../testing/test-node.ts';

/*
 * EIP-7825: on a network a transaction has at most 2^24 gas, of whatever type it is and by whatever way it comes; on a
 * development network, as in anvil, what its block has. Calls are not transactions (go-ethereum checks nothing there), an
 * estimate is the gas of a transaction.
 */

const cap = 2n ** 24n;
const tooHigh = '-32000 transaction gas limit too high (cap: 16777216, tx: 16777217)';

/** The keys of public accounts are refused on a network. */
const ownKey = new Uint8Array(32).fill(0x5c);

async function startNetwork(t: Parameters<typeof startTestNode>[0] & Parameters<typeof temporaryFolder>[0]) {
  const home = temporaryFolder(t);
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, JSON.stringify(oneValidatorGenesis(addressOfPrivateKey(ownKey))));
  const flags = {
    'consensus.driver': 'single',
    'consensus.block-interval': '20ms',
    'json-rpc.api': 'eth,debug,txpool',
    'json-rpc.txfee-cap': '10',
    'consensus.proposer': oneValidator.operator,
  };
  return await startTestNode(t, { home, flags });
}

/** A transaction of each type that a chain can have, which transfers nothing. */
function ofEachType(key: Uint8Array, gasLimit: bigint, firstNonce: bigint): readonly Transaction[] {
  const call = { chainId: 9800n, gasLimit, to: unusedAccount, value: 0n, data: emptyBytes };
  const fees = { maxFeePerGas: 2n * 10n ** 11n, maxPriorityFeePerGas: 1n };
  const gasPrice = fees.maxFeePerGas;
  const unsigned = { chainId: 9800n, address: unusedAccount, nonce: 0n };
  const { r, s, yParity } = signDigest(authorizationDigest(unsigned), privateKeyOf(3));
  const authorizationList = [{ ...unsigned, r, s, yParity: BigInt(yParity) }];
  const pqc = {
    algorithmId: 1,
    sign: (digest: Uint8Array) => signMlDsa('ml-dsa-87', testPqcKey(1).privateKey, digest),
  };
  const nonce = (at: number) => firstNonce + BigInt(at);
  return [
    signTransaction({ type: 0, ...call, gasPrice, nonce: nonce(0) }, key),
    signTransaction({ type: 1, ...call, gasPrice, accessList: [], nonce: nonce(1) }, key),
    signTransaction({ type: 2, ...call, ...fees, accessList: [], nonce: nonce(2) }, key),
    signTransaction({ type: 4, ...call, ...fees, accessList: [], authorizationList, nonce: nonce(3) }, key),
    signHybridTransaction({ type: 2, ...call, ...fees, accessList: [], nonce: nonce(4) }, key, pqc),
  ];
}

type Ask = (method: string, ...params: unknown[]) => Promise<RawResponse>;
const asking =
  (url: string): Ask =>
  (method, ...params) =>
    postJson(url, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));

/** Code that needs some 17.7 million gas for its memory, and one that returns the gas that it has. */
const hungry = toHex(assemble(1, 3_010_000, 'MSTORE8'));
const gasLeft = toHex(assemble('GAS', ...returnTop));
const withCode = (code: Hex) => ({ [unusedAccount]: { code } });

async function answers(ask: Ask, from: string) {
  const call = { from, to: unusedAccount };
  const wanted = { ...call, gas: '0x2000000' };
  const called = await ask('eth_call', wanted, 'latest', withCode(gasLeft));
  const traced = await ask('debug_traceCall', wanted, 'latest', {
    stateOverrides: withCode(gasLeft),
    disableStack: true,
  });
  const estimate = await ask('eth_estimateGas', call, 'latest', withCode(hungry));
  return {
    called: BigInt(String(called.result)) > 2n ** 24n,
    traced: BigInt((traced.result as { gas: number }).gas) > 20_000n,
    estimate: estimate.error === undefined ? BigInt(String(estimate.result)) > 2n ** 24n : errorText(estimate),
  };
}

test('on a network no transaction has more than 2^24 gas, whatever its type', async (t) => {
  const { urls } = await startNetwork(t);
  const ask = asking(urls.http);
  for (const tx of ofEachType(ownKey, cap + 1n, 0n)) {
    const [sent, checked] = await Promise.all([
      ask('eth_sendRawTransaction', toHex(tx.raw)),
      ask('eth_sendRawTransactionSync', toHex(tx.raw)),
    ]);
    assert.deepEqual([errorText(sent), errorText(checked)], [tooHigh, tooHigh], `type ${tx.type}`);
  }
  assert.equal(errorText(await ask('txpool_status')), 'result {"pending":"0x0","queued":"0x0"}');
  for (const tx of ofEachType(ownKey, cap, 0n).slice(0, 4)) {
    const { result } = await ask('eth_sendRawTransactionSync', toHex(tx.raw));
    assert.equal((result as { status: string } | undefined)?.status, '0x1', `type ${tx.type} with exactly 2^24`);
  }
  const estimate = '-32000 gas required exceeds allowance (16777216)';
  assert.deepEqual(await answers(ask, addressOfPrivateKey(ownKey)), { called: true, traced: true, estimate });
});

test('on a development network a transaction has what its block has', async (t) => {
  const { urls, accounts } = await startTestNode(t);
  const ask = asking(urls.http);
  for (const tx of ofEachType(privateKeyOf(0), cap + 1n, 0n).slice(0, 4)) {
    const { result } = await ask('eth_sendRawTransactionSync', toHex(tx.raw));
    assert.equal((result as { status: string } | undefined)?.status, '0x1', `type ${tx.type}`);
  }
  const [tx] = ofEachType(privateKeyOf(0), 100_000_001n, 4n);
  assert.match(errorText(await ask('eth_sendRawTransaction', toHex(tx?.raw ?? emptyBytes))), /exceeds block gas limit/);
  assert.deepEqual(await answers(ask, accounts[0]?.address ?? ''), { called: true, traced: true, estimate: true });
});

test('blob transactions are refused for their type, whatever their gas', async (t) => {
  const { urls } = await startNetwork(t);
  const [tx] = ofEachType(ownKey, cap + 1n, 0n).slice(2);
  const blob = Uint8Array.from(tx?.raw ?? emptyBytes);
  blob[0] = 3;
  assert.match(
    errorText(await asking(urls.http)('eth_sendRawTransaction', toHex(blob))),
    /blob transactions are not accepted/,
  );
});
