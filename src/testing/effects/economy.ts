import { treasury } from '../../kernel/module-account.ts';
import { signTransaction } from '../../kernel/transaction/codec.ts';
import type { Transaction } from '../../kernel/transaction/transaction.ts';
import { countersRecord } from '../../modules/ai/records.ts';
import { balances } from '../../modules/bridge/records.ts';
import { burnTotalsBySource } from '../../modules/burn/records.ts';
import { poolsRecord } from '../../modules/distribution/records.ts';
import { feeTokens } from '../../modules/gasabstraction/records.ts';
import { epochRecord } from '../../modules/inflation/records.ts';
import { arrangeForBlock, laneFor } from '../../modules/readers.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { fromHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { genesisWith, type ModuleChain, openModuleChain } from '../module-chain.ts';
import { privateKeyOf } from '../sign-from.ts';
import { addressOf, hybridFrom, testPqcKey } from '../signing/hybrid.ts';
import { balanceOf, chainWith, type Effect, pass, send } from './effect.ts';

type Fields = { readonly to: Address | undefined; readonly value: bigint; readonly data: Uint8Array };

function signed(account: number, nonce: bigint, fields: Partial<Fields>, tip = 1n): Transaction {
  const call = { to: addressOf(9), value: 0n, data: emptyBytes, ...fields };
  const fees = { gasLimit: 5_000_000n, maxFeePerGas: 10n ** 13n, maxPriorityFeePerGas: tip, accessList: [] };
  return signTransaction({ type: 2, chainId: 9800n, nonce, ...fees, ...call }, privateKeyOf(account));
}

const counters = ({ chain }: ModuleChain) => countersRecord.get(chain.headState());

/** A payment that scores 3,500 points, and the deployment of a contract that ends for anybody. */
function aiCounts(params: object) {
  const chain = chainWith({ ai: params });
  const creation = { to: undefined, data: fromHex('0x6133ff5f526002601ef3') };
  chain.mine({ transactions: [signed(5, 0n, { value: 11_000n * weiPerQor }), signed(6, 0n, creation)] });
  return counters(chain);
}

/** Order of lanes of six transactions of three lanes, whose gas limits are a twentieth of a block. */
function laneOrder(sections: Parameters<typeof chainWith>[0]): readonly string[] {
  const { chain } = chainWith(sections);
  const plain = [1, 2, 3].map((account) => signed(account, 0n, {}));
  const free = [4, 5].map((account) => signed(account, 0n, {}, 0n));
  const hybrid = [hybridFrom(6, testPqcKey(6), { nonce: 0n, gasLimit: 5_000_000n })];
  return [...arrangeForBlock([...plain, ...free, ...hybrid], chain.headState(), 100_000_000n)].map(laneFor);
}

/** The five lanes with other shares, in the order of their priority. */
const lanesOf = (shares: Readonly<Record<string, string>>) => ({
  lanes: {
    lanes: Object.entries(shares).map(([name, max_block_space], at) => ({
      name,
      priority: 100 - at,
      max_block_space,
      description: '',
    })),
  },
});
const usual = { pqc: '0.15', mev: '0.2', ai: '0.15', default: '0.4', free: '0.1' };
const turned = { free: '0.1', default: '0.4', ai: '0.15', mev: '0.2', pqc: '0.15' };
const narrow = { ...usual, mev: '0.55', default: '0.05' };

/** Where a block's fees go, with another split. */
function feesOf(changes: object): { burned: bigint; treasury: bigint; validator: bigint; stakers: bigint } {
  const chain = chainWith({ burn: changes });
  const state = () => chain.chain.headState();
  const before = balanceOf(chain, treasury);
  send(chain, 5, 'bank', 'send', { to: toBech32(addressOf(9)), amount: 1n, memo: '' });
  return {
    burned: burnTotalsBySource.get(state(), 'gas_fee') ?? 0n,
    treasury: balanceOf(chain, treasury) - before,
    validator: poolsRecord.get(state()).validator_index + poolsRecord.get(state()).validator_rest,
    stakers: poolsRecord.get(state()).staker_index + poolsRecord.get(state()).staker_rest,
  };
}

/** A share that goes up by what that of the light nodes goes down. */
const shareEffect = (name: string, part: string, more: string, shown: keyof ReturnType<typeof feesOf>): Effect => ({
  values: [part, more],
  result: (value) => feesOf(value === part ? {} : { [name]: more, light_node_share: '0' })[shown],
});

const shares = {
  validator_share: shareEffect('validator_share', '0.37', '0.4', 'validator'),
  burn_share: shareEffect('gas_burn_rate', '0.3', '0.33', 'burned'),
  treasury_share: shareEffect('treasury_share', '0.2', '0.23', 'treasury'),
  staker_share: shareEffect('staker_share', '0.1', '0.13', 'stakers'),
};

function mintedWith(inflation: object): bigint {
  const chain = chainWith({ inflation: { epoch_length: 2, ...inflation } });
  pass(chain, 5);
  return epochRecord.get(chain.chain.headState()).total_minted;
}
const emissionMode: Effect = {
  values: ['fixed', 'schedule'],
  result: (emission_mode) => mintedWith({ emission_mode }),
};
const emissionCap: Effect = {
  values: ['114285714000000', '7'],
  result: (max_total_emission) => mintedWith({ max_total_emission }),
};

/** What account 5 paid for a transfer in QOR and in bridged USDC, when it has chosen the token. */
function feePaid(params: object, denom = 'ibc/USDC') {
  const held = (10n ** 10n).toString();
  const chain = openModuleChain(
    genesisWith({
      gasabstraction: { params },
      bridge: {
        balance: [{ key: ['ethereum', 'USDC', toBech32(addressOf(5))], value: held }],
        total: [{ key: ['ethereum', 'USDC'], value: { total_locked: held, total_minted: held } }],
      },
    }),
  );
  const { chain: inner } = chain;
  send(chain, 6, 'gasabstraction', 'addLiquidity', {}, 1_000n * weiPerQor);
  const chosen = send(chain, 5, 'gasabstraction', 'setFeeToken', { denom });
  const tokens = () => balances.get(inner.headState(), 'ethereum', 'USDC', addressOf(5)) ?? 0n;
  const before = tokens();
  send(chain, 5, 'bank', 'send', { to: toBech32(addressOf(9)), amount: 1n, memo: '' });
  return { chosen, stored: feeTokens.get(inner.headState(), addressOf(5)), paid: before - tokens() };
}
const token = (denom: string, conversion_rate: string) => ({ accepted_tokens: [{ denom, conversion_rate }] });
const asset = (changes: object) => ({
  fee_assets: [{ denom: 'ibc/USDC', chain: 'ethereum', asset: 'USDC', ...changes }],
});

function hybridAccepted(hybrid_signature_mode: unknown): boolean {
  const chain = chainWith({ pqc: { hybrid_signature_mode } });
  const key = testPqcKey(1);
  const inputs = { algorithmId: 1n, publicKey: key.publicKey, ecdsaPublicKey: emptyBytes, keyType: 'hybrid' };
  send(chain, 3, 'pqc', 'registerKey', inputs);
  return chain.chain.next.check(hybridFrom(3, key, { nonce: 1n }))?.code === undefined;
}
const hybridMode: Effect = { values: [0, 1], result: hybridAccepted };

/** By method and field. */
export const economyEffects: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  qor_getAIStats: {
    'config.anomaly_threshold': {
      values: ['0.7', '0.3'],
      result: (anomaly_threshold) => aiCounts({ anomaly_threshold }).anomalies_detected,
    },
    'config.risk_threshold': {
      values: ['1', '0'],
      result: (risk_threshold) => aiCounts({ risk_threshold }).txs_flagged,
    },
    'config.max_tx_per_minute': {
      values: [10, 1],
      result: (max_tx_per_minute) => {
        const chain = chainWith({ ai: { max_tx_per_minute, anomaly_threshold: '0.3' } });
        chain.mine({ transactions: [0n, 1n, 2n].map((nonce) => signed(5, nonce, {})) });
        return counters(chain).anomalies_detected;
      },
    },
    'config.routing_strategy': {
      values: ['reputation_weighted', 'round_robin'],
      result: (routing_strategy) => laneOrder({ ai: { routing_strategy } }),
    },
  },
  qor_getLaneConfiguration: {
    'lanes.name': {
      values: [usual, turned],
      result: (order) => laneOrder({ ...lanesOf(order as never), ai: { routing_strategy: 'round_robin' } }),
    },
    'lanes.priority': {
      values: [usual, turned],
      result: (order) => laneOrder({ ...lanesOf(order as never), ai: { routing_strategy: 'round_robin' } }),
    },
    'lanes.max_block_space': { values: [usual, narrow], result: (order) => laneOrder(lanesOf(order as never)) },
  },
  qor_getBurnStats: Object.fromEntries(Object.entries(shares).map(([name, effect]) => [`channels.${name}`, effect])),
  qor_getInflationRate: { emission_mode: emissionMode, max_total_emission: emissionCap },
  qor_getTokenomicsOverview: {
    ...Object.fromEntries(Object.entries(shares).map(([name, effect]) => [`burn.channels.${name}`, effect])),
    'inflation.emission_mode': emissionMode,
    'inflation.max_total_emission': emissionCap,
  },
  qor_getGasAbstractionConfig: {
    enabled: { values: [true, false], result: (enabled) => feePaid({ enabled }) },
    native_denom: { values: ['uqor', 'qor'], result: (native_denom) => feePaid({ native_denom }, 'qor').chosen },
    'accepted_tokens.denom': {
      values: ['ibc/USDC', 'ibc/DOGE'],
      result: (denom) => feePaid(token(String(denom), '1.0')),
    },
    'accepted_tokens.conversion_rate': {
      values: ['1.0', '0.5'],
      result: (rate) => feePaid(token('ibc/USDC', String(rate))).paid,
    },
    'fee_assets.denom': { values: ['ibc/USDC', 'ibc/ATOM'], result: (denom) => feePaid(asset({ denom })) },
    'fee_assets.chain': { values: ['ethereum', 'base'], result: (chain) => feePaid(asset({ chain })) },
    'fee_assets.asset': { values: ['USDC', 'ETH'], result: (name) => feePaid(asset({ asset: name })) },
  },
  qor_getHybridSignatureMode: { mode: hybridMode, name: hybridMode, description: hybridMode },
};
