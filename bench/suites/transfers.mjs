/** Plain transfers from 50 accounts, signed beforehand, until every receipt exists. */
import { createAccounts, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';

/** A second; where anvil does 1,280 one by one and 6,700 in blocks of a second. On other machines the ratios tell. */
const goal = 2_500;
const ratioGoals = { oneByOne: 1.95, perSecondBlocks: 0.37 };

const senders = 50;
const perSender = 400;

export async function run(report) {
  const qord = await measure(() => startQord(), perSender);
  const oneByOne = await measure(() => startAnvil(), perSender / 4);
  const perSecondBlocks = await measure(() => startAnvil({ flags: ['--block-time', '1'] }), perSender);
  const what = 'transfers until every receipt';
  report.compare(`${what}, anvil mines one by one in memory`, 'tx/s', qord, oneByOne, {
    goal: ratioGoals.oneByOne,
  });
  report.compare(`${what}, anvil at 1 s blocks in memory`, 'tx/s', qord, perSecondBlocks, {
    goal: ratioGoals.perSecondBlocks,
  });
  report.figure(`${what}, each block durable`, 'tx/s', qord, { better: 'high', goal });
}

async function measure(start, count) {
  const node = await start();
  const accounts = createAccounts(senders);
  await fund(node.url, accounts);
  const queues = accounts.map((account) =>
    Array.from({ length: count }, () => sign(account, { to: accounts[0].address, value: 1n })),
  );
  const last = queues.map((queue) => queue[queue.length - 1].hash);
  const requests = queues.map((queue) =>
    queue.map(({ raw }) => requestBytes(node.url, 'eth_sendRawTransaction', [raw])),
  );
  const started = performance.now();
  await load(node.url, { connections: senders, next: (index) => requests[index].shift(), onBody: refuseErrors });
  for (const hash of last) await waitOrNudge(node, hash);
  const seconds = (performance.now() - started) / 1000;
  await node.stop();
  if (node.home) removeHome(node.home);
  return (senders * count) / seconds;
}

/** anvil now and then leaves a ready transaction in its pool until the next block: it is asked for one then. */
async function waitOrNudge(node, hash) {
  const patience = node.name === 'anvil' ? 2_000 : 60_000;
  try {
    await waitForReceipt(node.url, hash, patience);
  } catch (error) {
    if (node.name !== 'anvil') throw error;
    await rpc(node.url, 'evm_mine');
    await waitForReceipt(node.url, hash);
  }
}

function refuseErrors(body) {
  if (body.includes('"error"')) throw new Error(`a transfer was refused: ${body.toString()}`);
}
