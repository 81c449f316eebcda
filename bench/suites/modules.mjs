/** The native modules: what their hooks add to a block of a large network, and how fast their methods answer. */

import { abiFields } from '../../dist/kernel/frame/field.js';
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
const blocks = 200;
const qor = 1_000_000n;
const holder = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

export async function run(report) {
  measureHooks(report);
  await measureMethods(report);
  await measureRollups(report);
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
  const { mine } = openModuleChain(genesis);
  const votes = Array.from({ length: validatorCount }, (_, index) => ({
    validator: accountAt(index),
    signed: index % 10 !== 0,
  }));
  const times = [];
  for (let block = 0; block < blocks; block++) {
    const started = performance.now();
    mine({ votes });
    if (block >= blocks / 2) times.push(performance.now() - started);
  }
  report.figure(
    `an empty block with ${validatorCount} votes, ${positionCount} positions: hooks, root, commit in memory`,
    'ms',
    median(times),
    { goal: 5 },
  );
  report.figure('the same, slowest of 20', 'ms', quantile(times, 0.95));
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
];

async function measureMethods(report) {
  const qord = await startQord({ flags: ['--consensus.block-interval', '50ms'] });
  while (Number(await rpc(qord.url, 'eth_blockNumber')) < 25) await new Promise((resolve) => setTimeout(resolve, 50));
  const rate = async (method, params) => {
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
  await createRollups(qord.url);
  const request = requestBytes(qord.url, 'qor_listRollups', []);
  const rates = [];
  for (let round = 0; round < 3; round++)
    rates.push((await load(qord.url, { seconds: 1.5, next: () => request })).perSecond);
  report.figure(`qor_listRollups of ${rollupCount} rollups`, 'req/s', median(rates), { better: 'high', goal: 2_000 });
  await qord.stop();
  removeHome(qord.home);
}

async function createRollups(url) {
  const { address, calls } = createModules().find(({ name }) => name === 'rdk');
  const { selector, inputs } = calls.find(({ name }) => name === 'createRollup');
  const rich = await richAccount(url);
  let last;
  for (let index = 0; index < rollupCount; index++) {
    const wish = { rollupId: `rollup-${index}`, profile: 'custom', stake: 10_000n * qor, vm: '' };
    const data = concatBytes(fromHex(selector), encodeAbi(abiFields(inputs), wish));
    last = sign(rich, { to: address, data, gasLimit: 500_000n });
    await rpc(url, 'eth_sendRawTransaction', [last.raw]);
  }
  await waitForReceipt(url, last.hash);
}
