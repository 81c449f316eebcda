/** Signed transactions sent to a node, and the time until every receipt exists. */

import { keccak256 } from '@qord/curves/keccak';
import { fromHex, toHex } from '../../dist/primitives/hex.js';
import { compileContract } from '../../dist/testing/solidity.js';
import { createAccounts, deploy, fund, sign, waitForReceipt } from './accounts.mjs';
import { load, postBytes, requestBytes } from './load.mjs';
import { rpc } from './rpc.mjs';

const senders = 50;
const word = (hex) => hex.slice(2).padStart(64, '0');

/** Deploys the token and funds the accounts, with QOR and tokens: equal on all nodes that have done nothing before. */
export async function prepareNode(node, accounts) {
  const token = await deploy(node.url, fromHex(compileContract('Token').bytecode));
  await fund(node.url, accounts, 10n ** 22n);
  for (const { address } of accounts) {
    const slot = toHex(keccak256(fromHex(`0x${word(address)}${'0'.repeat(64)}`)));
    await rpc(node.url, 'anvil_setStorageAt', [token, slot, `0x${(10n ** 18n).toString(16).padStart(64, '0')}`]);
  }
  return token;
}

/** The accounts that send, and for each `count` signed transactions: `kind` is 'transfer' or 'ERC-20'. */
export function signAll(kind, token, count, perAccount = senders) {
  const accounts = createAccounts(perAccount);
  const receivers = accounts.map(({ address }) => address);
  const queues = accounts.map((account, from) =>
    Array.from({ length: count }, (_, index) => {
      const to = receivers[(from * 7 + index) % receivers.length];
      if (kind === 'transfer') return sign(account, { to, value: 1n });
      return sign(account, { to: token, data: transferData(to), gasLimit: 80_000n });
    }),
  );
  return { accounts, queues };
}

function transferData(to) {
  return fromHex(`0xa9059cbb${word(to)}${word('0x01')}`);
}

/** Transactions a second from the first request until every receipt exists, with `perRequest` in each. */
export async function submitAll(node, queues, perRequest = 1) {
  const requests = queues.map((queue) => requestsOf(node.url, queue, perRequest));
  const started = performance.now();
  await load(node.url, { connections: queues.length, next: (index) => requests[index].shift(), onBody: rejectErrors });
  for (const queue of queues) await waitOrNudge(node, queue[queue.length - 1].hash);
  const seconds = (performance.now() - started) / 1000;
  return queues.reduce((sum, { length }) => sum + length, 0) / seconds;
}

function requestsOf(url, queue, perRequest) {
  if (perRequest === 1) return queue.map(({ raw }) => requestBytes(url, 'eth_sendRawTransaction', [raw]));
  const one = ({ raw }, id) => ({ jsonrpc: '2.0', id, method: 'eth_sendRawTransaction', params: [raw] });
  const batches = [];
  for (let at = 0; at < queue.length; at += perRequest) {
    batches.push(postBytes(url, JSON.stringify(queue.slice(at, at + perRequest).map(one))));
  }
  return batches;
}

/**
 * Until the receipt exists. anvil now and then leaves a ready transaction in its pool until the next block: then a
 * block is requested.
 */
export async function waitOrNudge(node, hash) {
  const timeoutMs = node.name === 'anvil' ? 5_000 : 60_000;
  try {
    await waitForReceipt(node.url, hash, timeoutMs);
  } catch (error) {
    if (node.name !== 'anvil') throw error;
    await rpc(node.url, 'evm_mine');
    await waitForReceipt(node.url, hash);
  }
}

/** Throws an Error when the body of a response, also of a batch, contains an error. */
export function rejectErrors(body) {
  if (body.includes('"error"')) throw new Error(`a transaction was rejected: ${body.toString().slice(0, 300)}`);
}
