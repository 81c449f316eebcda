/** 1,000 WebSocket subscribers: time from the request of a block until the last of them has received it. */
import { Interface } from 'ethers';
import { fromHex } from '../../dist/primitives/hex.js';
import { compileContract } from '../../dist/testing/solidity.js';
import { createAccounts, deploy, fund, sign, waitForReceipt } from '../lib/accounts.mjs';
import { removeHome, startAnvil, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median, quantile } from '../lib/statistics.mjs';
import { subscribe } from '../lib/subscriber.mjs';

const subscribers = 1_000;
const rounds = 30;

export async function run(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '0s', '--json-rpc.txfee-cap', '0'] });
  const anvil = await startAnvil();
  const stages = [];
  for (const node of [qord, anvil]) stages.push(await prepare(node, node.wsUrl ?? node.url.replace('http', 'ws')));
  for (const kind of ['newHeads', 'logs']) {
    const delays = [];
    for (const harness of stages) delays.push(await measure(harness, kind));
    const [ours, theirs] = delays.map((times) => median(times));
    report.compare(`${kind}: time until the last of ${subscribers} received the block`, 'ms', ours, theirs, {
      better: 'low',
    });
    report.figure('… the slowest of 20 blocks', 'ms', quantile(delays[0], 0.95), { goal: 50 });
  }
  report.figure('memory with one subscriber that does not read', 'MB', await deafSubscriber(stages[0]), { goal: 250 });
  await Promise.all([qord.stop(), anvil.stop()]);
  removeHome(qord.home);
}

async function prepare(node, wsUrl) {
  const contract = compileContract('Token');
  const token = await deploy(node.url, fromHex(contract.bytecode));
  const [account] = createAccounts(1, `subscribers ${node.name}`);
  await fund(node.url, [account]);
  const data = fromHex(new Interface(contract.abi).encodeFunctionData('transfer', [account.address, 0n]));
  return { node, wsUrl, token, account, data };
}

/** Milliseconds from sending the transaction of a block to the last subscriber's message, of each round. */
async function measure(harness, kind) {
  const { node, wsUrl, token } = harness;
  const params = kind === 'logs' ? ['logs', { address: token }] : ['newHeads'];
  const sockets = [];
  for (let index = 0; index < subscribers; index++) sockets.push(await subscribe(wsUrl, params));
  const times = [];
  for (let round = 0; round < rounds; round++) {
    const heard = Promise.all(sockets.map((socket) => socket.nextMessage()));
    const started = performance.now();
    await sendTransfer(harness);
    await heard;
    if (round >= 5) times.push(performance.now() - started);
  }
  for (const { socket } of sockets) socket.destroy();
  await rpc(node.url, 'eth_blockNumber');
  return times;
}

function sendTransfer({ node, token, account, data }) {
  return rpc(node.url, 'eth_sendRawTransaction', [sign(account, { to: token, data, gasLimit: 80_000n }).raw]);
}

/** Memory of the node after 5,000 blocks' worth of messages that a subscriber does not read. */
async function deafSubscriber(harness) {
  const deaf = await subscribe(harness.wsUrl, ['newHeads']);
  deaf.socket.pause();
  let hash;
  for (let block = 0; block < 5_000; block++) {
    const { raw, hash: sent } = sign(harness.account, { to: harness.token, data: harness.data, gasLimit: 80_000n });
    hash = sent;
    await rpc(harness.node.url, 'eth_sendRawTransaction', [raw]);
  }
  await waitForReceipt(harness.node.url, hash);
  deaf.socket.destroy();
  return harness.node.ownMb();
}
