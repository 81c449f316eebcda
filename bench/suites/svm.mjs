/**
 * The SVM interface of one node: its reads compared with the node's own eth_getBalance, and pages of a long history.
 */
import { toBase58 } from '../../dist/primitives/address.js';
import { createAccounts, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startQord } from '../lib/process.mjs';
import { median } from '../lib/statistics.mjs';

const rounds = 5;
const seconds = 3;
const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const senders = 50;
const perSender = 2_000;
const pageSize = 1_000;

export async function run(report) {
  const node = await startQord({ flags: ['--consensus.block-interval', '0s'] });
  await reads(report, node);
  await history(report, node);
  await node.stop();
  removeHome(node.home);
}

async function reads(report, { url, svmUrl }) {
  const base = { url, request: requestBytes(url, 'eth_getBalance', [holder, 'latest']), rates: [] };
  const measured = [
    { method: 'getBalance', params: [toBase58(holder)] },
    { method: 'getSlot', params: [] },
    { method: 'getAccountInfo', params: [toBase58(holder), { encoding: 'base64' }] },
  ].map(({ method, params }) => ({ method, url: svmUrl, request: requestBytes(svmUrl, method, params), rates: [] }));
  for (let round = 0; round <= rounds; round++) {
    for (const { url: server, request, rates } of [base, ...measured]) {
      const { perSecond } = await load(server, { seconds: round === 0 ? 1 : seconds, next: () => request });
      if (round > 0) rates.push(perSecond);
    }
  }
  for (const { method, rates } of measured) {
    const ratio = median(rates) / median(base.rates);
    report.figure(`${method} at 32 connections`, 'req/s', median(rates), { better: 'high' });
    report.figure(`${method}, part of the rate of eth_getBalance`, '', ratio, { better: 'high', goal: 0.9 });
  }
}

async function history(report, { url, svmUrl }) {
  const accounts = createAccounts(senders, 'history');
  const receiver = createAccounts(1, 'receiver')[0].address;
  await fund(url, accounts);
  const queues = accounts.map((account) =>
    Array.from({ length: perSender }, () => sign(account, { to: receiver, value: 10n ** 9n })),
  );
  const last = queues.map((queue) => queue.at(-1).hash);
  const next = (index) => {
    const transfer = queues[index].shift();
    return transfer && requestBytes(url, 'eth_sendRawTransaction', [transfer.raw]);
  };
  await load(url, { connections: senders, next });
  for (const hash of last) await waitForReceipt(url, hash);

  let before;
  let listed = 0;
  const nextPage = () => {
    if (listed === senders * perSender) return undefined;
    const options = before === undefined ? { limit: pageSize } : { limit: pageSize, before };
    return requestBytes(svmUrl, 'getSignaturesForAddress', [toBase58(receiver), options]);
  };
  const onPage = (body) => {
    const page = JSON.parse(body.toString()).result;
    if (page.length !== pageSize) throw new Error(`a page of ${page.length}`);
    listed += page.length;
    before = page.at(-1).signature;
  };
  const { latencies: times } = await load(svmUrl, { connections: 1, next: nextPage, onBody: onPage });
  const what = `page of ${pageSize} in a history of ${senders * perSender}`;
  report.figure(`${what}: median`, 'ms', median(times), { goal: 5 });
  report.figure(`${what}: median of the last ten`, 'ms', median(times.slice(-10)), { goal: 5 });
  const keys = [...accounts, ...accounts].map(({ address }) => toBase58(address));
  const request = requestBytes(svmUrl, 'getMultipleAccounts', [keys, { encoding: 'base64' }]);
  let rest = 200;
  const { latencies } = await load(svmUrl, { connections: 1, next: () => (rest-- > 0 ? request : undefined) });
  report.figure('getMultipleAccounts of 100', 'ms', median(latencies), { goal: 1 });
}
