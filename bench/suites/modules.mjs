/** The native modules: what their hooks add to a block of a large network, and how fast their methods respond. */

import { abiFields } from '../../dist/kernel/module-sdk/field.js';
import { createModules } from '../../dist/modules/index.js';
import { encodeAbi } from '../../dist/primitives/abi/encode.js';
import { parseAddress, toBech32 } from '../../dist/primitives/address.js';
import { concatBytes } from '../../dist/primitives/bytes.js';
import { fromHex } from '../../dist/primitives/hex.js';
import { genesisWith, openModuleChain } from '../../dist/testing/module-chain.js';
import { richAccount, sign, waitForReceipt } from '../lib/accounts.mjs';
import { load, requestBytes } from '../lib/load.mjs';
import { removeHome, startQord } from '../lib/process.mjs';
import { rpc } from '../lib/rpc.mjs';
import { median, quantile } from '../lib/statistics.mjs';

const validatorCount = 100;
const positionCount = 10_000;
const rollupCount = 100;
const batchesPerRollup = 1_000;
const queuedMessages = 1_000;
/** messages that fit into a block */
const queuedTogether = 400;
const blocks = 200;
const qor = 1_000_000n;
const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

export async function run(report) {
  measureHooks(report);
  await measureMethods(report);
  await measureRollups(report);
  measureLargeQueues(report);
}

const accountAt = (index) => parseAddress(`0x${(index + 1).toString(16).padStart(40, 'a')}`);

function largeNetwork() {
  const operators = Array.from({ length: validatorCount }, (_, index) => toBech32(accountAt(index)));
  const tokens = (index) => (200_000n + BigInt(index) * 1_000n) * qor;
  const fresh = {
    is_active: false,
    jailed: false,
    jailed_until: 0,
    created_height: 0,
    slashes: 0,
    missed_blocks: 0,
    window_start: 0,
  };
  const staking = {
    validator: operators.map((operator, index) => ({
      key: [operator],
      value: {
        consensus: operator,
        moniker: 'v',
        tokens: `${tokens(index)}`,
        shares: `${tokens(index) * qor}`,
        commission: '0.05',
        ...fresh,
      },
    })),
    delegation: operators.map((operator, index) => ({ key: [operator, operator], value: `${tokens(index) * qor}` })),
  };
  const position = { locked: `${qor}`, x_balance: `${qor}`, lock_height: 0, lock_time: 0, index: '0', accrued: '0' };
  const sum = `${qor * BigInt(positionCount)}`;
  const xqore = {
    position: Array.from({ length: positionCount }, (_, index) => ({
      key: [accountAt(1_000 + index)],
      value: position,
    })),
    totals: { locked: sum, x_balance: sum, waiting: '0', burned: '0', index: '0' },
  };
  return { genesis: genesisWith({ staking, xqore }), operators };
}

function measureHooks(report) {
  const { genesis } = largeNetwork();
  const watch = createStopwatch();
  const { append } = openModuleChain(genesis, watch.modules);
  const votes = Array.from({ length: validatorCount }, (_, index) => ({
    validator: accountAt(index),
    signed: index % 10 !== 0,
  }));
  const times = { hooks: [], blocks: [] };
  for (let block = 0; block < blocks; block++) {
    const { hooks, whole } = watch.time(() => append({ votes }));
    if (block < blocks / 2) continue;
    times.hooks.push(hooks);
    times.blocks.push(whole);
  }
  const network = `${validatorCount} votes, ${positionCount} positions`;
  report.figure(`hooks of an empty block, ${network}`, 'ms', median(times.hooks), { goal: 5 });
  report.figure('the same, slowest of 20', 'ms', quantile(times.hooks, 0.95));
  report.figure('the whole block: hooks, root, commit in memory', 'ms', median(times.blocks));
}

/** All modules, with their hooks timed. */
function createStopwatch() {
  let spent = {};
  const timed = (name, hook) =>
    hook &&
    ((...args) => {
      const started = performance.now();
      try {
        return hook(...args);
      } finally {
        spent[name] = (spent[name] ?? 0) + performance.now() - started;
      }
    });
  const modules = createModules().map((module) => ({
    ...module,
    beginBlock: timed(module.name, module.beginBlock),
    endBlock: timed(module.name, module.endBlock),
  }));
  /** Milliseconds that a block took, of these its hooks, and of these the one that runs queued messages. */
  const time = (append) => {
    spent = {};
    const started = performance.now();
    append();
    const whole = performance.now() - started;
    const hooks = Object.values(spent).reduce((sum, ms) => sum + ms, 0);
    return { hooks, whole, messages: spent.crossvm ?? 0 };
  };
  return { modules, time };
}

/**
 * Rollups with many batches (ten become final in each block), bridges, and a queue of messages without code.
 */
function measureLargeQueues(report) {
  const watch = createStopwatch();
  const params = { max_message_gas: '50000', max_queue_size: queuedMessages + queuedTogether };
  const chain = openModuleChain(genesisWith({ crossvm: { params } }), watch.modules);
  const names = Array.from({ length: rollupCount }, (_, index) => `rollup-${index}`);
  const callAll = (name, inputsOf) =>
    appendAll(
      chain,
      names.map((rollupId) => chain.call(0, 'rdk', name, { rollupId, ...inputsOf() })),
    );
  callAll('createRollup', () => ({ profile: 'custom', stake: 10_000n * qor, vm: '' }));
  for (let index = 1; index <= batchesPerRollup; index++) callAll('submitBatch', () => batchInputs(index));
  const hooks = () => watch.time(() => chain.append());
  const idle = Array.from({ length: 50 }, () => hooks().hooks);
  const full = [];
  for (let round = 0; round < 10; round++) {
    // Each block runs 200 of them.
    for (let waiting = 0; waiting < queuedMessages; waiting += queuedTogether - 200) {
      appendAll(
        chain,
        Array.from({ length: queuedTogether }, (_, index) => chain.call(index % 10, 'crossvm', 'call', message)),
      );
    }
    full.push(hooks());
    for (let block = 0; block < 10; block++) chain.append(); // what is left of the queue
  }
  const network = `${rollupCount} rollups of ${batchesPerRollup} batches, 37 bridges`;
  report.figure(`hooks of an empty block, ${network}`, 'ms', median(idle), { goal: 10 });
  const beside = full.map(({ hooks: all, messages }) => all - messages);
  report.figure(`the same with ${queuedMessages} queued messages, without running 200 of them`, 'ms', median(beside), {
    goal: 10,
  });
  report.figure('… running 200 of them', 'ms', median(full.map(({ messages }) => messages)));
}

const message = {
  sourceVm: 'cosmwasm',
  targetVm: 'evm',
  targetContract: `0x${'c0'.repeat(20)}`,
  payload: Uint8Array.of(1),
  funds: 0n,
};

function batchInputs(index) {
  const zero = new Uint8Array(32);
  const places = { prevStateRoot: zero, dataHash: zero, withdrawalsRoot: zero, proof: new Uint8Array(0) };
  return { batchIndex: BigInt(index), stateRoot: new Uint8Array(32).fill(1 + (index % 255)), txCount: 7n, ...places };
}

function appendAll({ append }, transactions) {
  if (append({ transactions }).receipts.some(({ status }) => status !== 1)) throw new Error('a call was rejected');
}

const methods = [
  ['qor_getBurnStats', []],
  ['qor_getInflationRate', []],
  ['qor_getTokenomicsOverview', []],
  ['qor_getPQCKeyStatus', [holder]],
  ['qor_getHybridSignatureMode', []],
  ['qor_getAIStats', []],
  ['qor_getFairBlockStatus', []],
  ['qor_getGasAbstractionConfig', []],
  ['qor_getLaneConfiguration', []],
  ['qor_getRLAgentStatus', []],
  ['qor_getRLObservation', []],
  ['qor_getReputationScore', [toBech32(parseAddress(holder), 'qorvaloper')]],
  ['qor_getPoolClassification', [toBech32(parseAddress(holder), 'qorvaloper')]],
  ['qor_getBridgeStatus', ['ethereum']],
  ['qor_listRollups', []],
  ['qor_suggestRollupProfile', ['a fast exchange for derivatives']],
  ['qor_getRLReward', []],
  ['qor_getXQOREPosition', [holder]],
  ['qor_getAbstractAccount', [holder]],
  ['qor_getLayerInfo', ['coffee']],
  ['qor_getRollupStatus', ['rollup-0']],
  ['qor_getSettlementBatch', ['rollup-0', 1]],
  ['qor_getDABlobStatus', ['rollup-0', 1]],
  ['qor_getCrossVMMessage', ['crossvm-00000001']],
];

/** Calls that some methods need before: only Bitcoin staking is off on a development network. */
const layer = {
  layerId: 'coffee',
  description: 'Small payments',
  maxTransactionsPerBlock: 5_000n,
  settlementIntervalBlocks: 50n,
  baseFeeMultiplier: 10n ** 16n,
};

const entityCalls = () => [
  ['xqore', 'lock', { amount: qor }],
  ['abstractaccount', 'create', { accountType: 'session_based' }],
  ['multilayer', 'registerPaychain', layer],
  ['rdk', 'createRollup', rollupInputs(0)],
  ['rdk', 'submitBatch', { rollupId: 'rollup-0', ...batchInputs(1) }],
  ['rdk', 'submitBlob', { rollupId: 'rollup-0', data: new Uint8Array(1_000).fill(7), namespace: new Uint8Array(0) }],
  ['crossvm', 'call', message],
];

const rollupInputs = (index) => ({ rollupId: `rollup-${index}`, profile: 'custom', stake: 10_000n * qor, vm: '' });

/** Sends calls of modules from the account that has everything. Throws unless all succeed. */
async function callModules(url, calls) {
  const modules = createModules();
  const rich = await richAccount(url);
  const sent = [];
  for (const [module, call, values] of calls) {
    const { address, calls: declared } = modules.find(({ name }) => name === module);
    const { selector, inputs } = declared.find(({ name }) => name === call);
    const data = concatBytes(fromHex(selector), encodeAbi(abiFields(inputs), values));
    const { raw, hash } = sign(rich, { to: address, data, gasLimit: 1_000_000n });
    sent.push([`${module}.${call}`, hash]);
    await rpc(url, 'eth_sendRawTransaction', [raw]);
  }
  for (const [call, hash] of sent) {
    const { status } = await waitForReceipt(url, hash);
    if (status !== '0x1') throw new Error(`${call} failed`);
  }
}

async function measureMethods(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '50ms'] });
  while (Number(await rpc(qord.url, 'eth_blockNumber')) < 25) await new Promise((resolve) => setTimeout(resolve, 50));
  await callModules(qord.url, entityCalls());
  const rate = async (method, params) => {
    await rpc(qord.url, method, params); // throws on an error, which would be faster than a result
    const request = requestBytes(qord.url, method, params);
    const { perSecond } = await load(qord.url, { seconds: 1.5, next: () => request });
    return perSecond;
  };
  await rate('eth_getBalance', [holder, 'latest']);
  for (const [method, params] of methods) {
    const own = [];
    const base = [];
    for (let round = 0; round < 3; round++) {
      base.push(await rate('eth_getBalance', [holder, 'latest']));
      own.push(await rate(method, params));
    }
    report.compare(`${method}, beside this node's eth_getBalance`, 'req/s', median(own), median(base), { goal: 0.8 });
  }
  await qord.stop();
  removeHome(qord.home);
}

async function measureRollups(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '2s'] });
  const calls = Array.from({ length: rollupCount }, (_, index) => ['rdk', 'createRollup', rollupInputs(index)]);
  await callModules(qord.url, calls);
  const request = requestBytes(qord.url, 'qor_listRollups', []);
  const rates = [];
  for (let round = 0; round < 3; round++)
    rates.push((await load(qord.url, { seconds: 1.5, next: () => request })).perSecond);
  report.figure(`qor_listRollups of ${rollupCount} rollups`, 'req/s', median(rates), { better: 'high', goal: 2_000 });
  await qord.stop();
  removeHome(qord.home);
}
