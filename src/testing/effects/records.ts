import { authDigest } from '../../kernel/auth-digest.ts';
import { multilayerAddress, rdkAddress } from '../../modules/addresses.ts';
import { layers, stakeReleases } from '../../modules/multilayer/records.ts';
import { actionsTable, agentRecord } from '../../modules/rlconsensus/records.ts';
import type { AbiRecord } from '../../primitives/abi/value.ts';
import { toBech32, zeroAddress } from '../../primitives/address.ts';
import { emptyBytes } from '../../primitives/bytes.ts';
import { ed25519PublicKey, signEd25519 } from '../../primitives/crypto/ed25519.ts';
import type { ModuleChain } from '../module-chain.ts';
import { bridgeKey } from '../modules/bridge-keys.ts';
import { batchInputs, root } from '../modules/rollup-harness.ts';
import { addressOf } from '../signing/hybrid.ts';
import { balanceOf, chainWith, type Effect, pass, qor, send } from './effect.ts';

const privateKey = new Uint8Array(32).fill(3);
const key = { scheme: 'ed25519', pubkey: ed25519PublicKey(privateKey) };

/** Which of three payments of 2 QOR by a session key succeed. */
function paymentsWithin(dailyLimit: bigint, perTxLimit: bigint): readonly boolean[] {
  const chain = chainWith({});
  const [account, to] = [addressOf(3), addressOf(9)];
  send(chain, 3, 'abstractaccount', 'create', { accountType: 'session_based' });
  send(chain, 3, 'abstractaccount', 'setSpendingRule', { id: 'game', dailyLimit, perTxLimit, enabled: true });
  const registered = { ...key, permissions: ['send'], expiry: 0n, label: 'game' };
  send(chain, 3, 'abstractaccount', 'registerAuthenticator', registered);
  let nonce = 0n;
  return [1, 2, 3].map(() => {
    const fields = ['9800', toBech32(account), key.pubkey, toBech32(to), (2n * qor).toString()];
    const signature = signEd25519(authDigest('qor-cosmos-auth-v1', fields, nonce), privateKey);
    const isPaid = send(chain, 4, 'abstractaccount', 'executeNative', {
      account,
      ...key,
      signature,
      to,
      amount: 2n * qor,
      nonce,
    });
    if (isPaid) nonce++;
    return isPaid;
  });
}

const unchanged = { bridgeContract: '', confirmations: 0n, architecture: '', verifier: '', lockEventSig: '' };

/** A chain on which the bridge to `chain` is open. */
function openBridge(chain: string): ModuleChain {
  const opened = chainWith({});
  send(opened, 0, 'bridge', 'updateChainConfig', { chain, ...unchanged, status: 'active' });
  const validator = { pqcPubkey: bridgeKey(0).publicKey, supportedChains: [chain] };
  send(opened, 0, 'bridge', 'registerValidator', validator);
  return opened;
}
const claim = (chain: string, asset: string, amount: bigint) => ({
  ...{ chain, txHash: '0x01', asset, amount, validatorSigs: [], pqcCommitment: emptyBytes, receiver: zeroAddress },
});

/** Whether 100 of an asset can come at once under limits: of the chain, or of the asset that `of` names. */
function comesWithin(of: AbiRecord, maxSingleTransfer: bigint, dailyLimit: bigint): boolean {
  const chain = openBridge('ethereum');
  const name = 'asset' in of ? 'setAssetLimits' : 'setTransferLimits';
  send(chain, 0, 'bridge', name, { chain: 'ethereum', ...of, maxSingleTransfer, dailyLimit });
  return send(chain, 5, 'bridge', 'deposit', claim('ethereum', 'USDC', 100n));
}
const singleLimit = (of: AbiRecord = {}): Effect => {
  return { values: [1_000n, 99n], result: (limit) => comesWithin(of, limit as bigint, 1_000n) };
};
const dailyLimit = (of: AbiRecord = {}): Effect => ({
  values: [1_000n, 99n],
  result: (limit) => comesWithin(of, 99n, limit as bigint) || comesWithin(of, limit as bigint, limit as bigint),
});

/** A rollup of account 4 whose profile lets its creator decide. */
function rollupChain(profile = 'custom', stake = 10_000n * qor): ModuleChain {
  const chain = chainWith({});
  send(chain, 4, 'rdk', 'createRollup', { rollupId: 'shop', profile, stake, vm: '' });
  return chain;
}

/** The status of a batch after the challenge window. */
function settled(settlement: unknown): unknown {
  const chain = rollupChain();
  const [proof, sequencer] = settlement === 'optimistic' ? ['fraud', 'dedicated'] : ['none', 'dedicated'];
  send(chain, 4, 'rdk', 'setSettlement', { rollupId: 'shop', settlement, proof, sequencer } as never);
  send(chain, 4, 'rdk', 'submitBatch', batchInputs('shop', 1));
  pass(chain, 2, 61_000);
  return (chain.query('qor_getSettlementBatch', 'shop', 1) as { status: string }).status;
}
const settlement: Effect = { values: ['optimistic', 'sovereign'], result: settled };
const stake: Effect = {
  values: [10_000n * qor, 20_000n * qor],
  result: (given) => balanceOf(rollupChain('custom', given as bigint), rdkAddress),
};

/** Whether data is stored here. */
function stores(daBackend: unknown): boolean {
  const chain = rollupChain();
  const blocks = { rollupId: 'shop', blockTimeMs: 1_000n, maxTxPerBlock: 10n, gasModel: 'standard' };
  send(chain, 4, 'rdk', 'setExecution', { ...blocks, daBackend } as never);
  return send(chain, 4, 'rdk', 'submitBlob', { rollupId: 'shop', data: root(1), namespace: emptyBytes });
}
const backend: Effect = { values: ['native', 'celestia'], result: stores };

/** Whether a batch with a proof, and one of an account that is no sequencer, are taken. */
function takes(proof: string, sequencer: string, from: number, given = emptyBytes): boolean {
  const chain = rollupChain();
  const mode = proof === 'snark' ? 'zk' : proof === 'none' ? 'based' : 'optimistic';
  send(chain, 4, 'rdk', 'setSettlement', { rollupId: 'shop', settlement: mode, proof, sequencer });
  return send(chain, from, 'rdk', 'submitBatch', { ...batchInputs('shop', 1), proof: given });
}

type LayerFacts = { readonly time: bigint; readonly most: bigint; readonly challenge: number };

/** A sidechain, with what is routed to it and when its stake comes back. */
function layerWith(changes: Partial<LayerFacts>) {
  const { time, most, challenge } = { time: 1_000n, most: 10n, challenge: 60, ...changes };
  const chain = chainWith({ multilayer: { default_challenge_period: challenge, routing_confidence_threshold: '0.8' } });
  const facts = { description: '', targetBlockTimeMs: time, maxTransactionsPerBlock: most, minValidators: 1n };
  const lists = { settlementIntervalBlocks: 10n, supportedVmTypes: ['evm'], supportedDomains: ['gaming'] };
  send(chain, 4, 'multilayer', 'registerSidechain', { layerId: 'games', ...facts, ...lists });
  send(chain, 0, 'multilayer', 'updateLayerStatus', { layerId: 'games', newStatus: 'active', reason: '' });
  const route = { payload: new Uint8Array(2_000), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: 1_000n };
  for (let sent = 0; sent < 3; sent++) send(chain, 6, 'multilayer', 'routeTransaction', route);
  const { waiting_messages } = layers.get(chain.chain.headState(), 'games') ?? {};
  send(chain, 0, 'multilayer', 'updateLayerStatus', { layerId: 'games', newStatus: 'decommissioned', reason: '' });
  const [release] = [...stakeReleases.list(chain.chain.headState())];
  return { waiting_messages, release: release?.[0][0] };
}

/** What a routed payload costs on a paychain. */
function feeWith(baseFeeMultiplier: bigint): bigint {
  const chain = chainWith({});
  const paychain = { layerId: 'pay', description: '', maxTransactionsPerBlock: 10n, settlementIntervalBlocks: 10n };
  send(chain, 4, 'multilayer', 'registerPaychain', { ...paychain, baseFeeMultiplier });
  send(chain, 0, 'multilayer', 'updateLayerStatus', { layerId: 'pay', newStatus: 'active', reason: '' });
  const before = balanceOf(chain, multilayerAddress);
  const route = { payload: new Uint8Array(10), preferredLayer: '', maxLatencyMs: 10_000n, maxFee: qor };
  send(chain, 6, 'multilayer', 'routeTransaction', route);
  return balanceOf(chain, multilayerAddress) - before;
}

const agent = ({ chain }: ModuleChain) => agentRecord.get(chain.headState());

/** PRISM after blocks that are a minute late, and some that are in time. */
function afterTrip(cooldown_blocks: unknown): boolean {
  const chain = chainWith({ rlconsensus: { cooldown_blocks, circuit_breaker_window: 10 } });
  pass(chain, 14, 60_000);
  pass(chain, 14);
  return agent(chain).circuit_breaker_active;
}

/** By method and field. */
export const recordEffects: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  qor_getAbstractAccount: {
    account_type: {
      values: ['multisig', 'session_based'],
      result: (accountType) => {
        const chain = chainWith({});
        send(chain, 6, 'abstractaccount', 'create', { accountType: String(accountType) });
        return send(chain, 6, 'abstractaccount', 'setSigners', { members: [addressOf(4)], threshold: 1n });
      },
    },
    'spending_rules.daily_limit': {
      values: [6n * qor, 4n * qor],
      result: (limit) => paymentsWithin(limit as bigint, 0n),
    },
    'spending_rules.per_tx_limit': { values: [2n * qor, qor], result: (limit) => paymentsWithin(0n, limit as bigint) },
  },
  qor_getBridgeStatus: {
    status: {
      values: ['active', 'paused'],
      result: (status) => {
        const chain = openBridge('ethereum');
        send(chain, 0, 'bridge', 'updateChainConfig', { chain: 'ethereum', ...unchanged, status } as never);
        return send(chain, 5, 'bridge', 'deposit', claim('ethereum', 'USDC', 100n));
      },
    },
    supported_assets: {
      values: ['ethereum', 'cardano'], // USDC is among the assets of the first
      result: (chain) => send(openBridge(String(chain)), 5, 'bridge', 'deposit', claim(String(chain), 'USDC', 100n)),
    },
    chain_type: {
      values: ['ethereum', 'solana'], // of the types evm and solana
      result: (chain) =>
        send(openBridge(String(chain)), 0, 'bridge', 'updateChainConfig', {
          ...{ chain, ...unchanged, bridgeContract: `0x${'42'.repeat(20)}`, status: '' },
        } as never),
    },
    max_single_transfer: singleLimit(),
    daily_limit: dailyLimit(),
    'circuit_breaker.max_single_transfer': singleLimit(),
    'circuit_breaker.daily_limit': dailyLimit(),
    'asset_limits.max_single_transfer': singleLimit({ asset: 'USDC' }),
    'asset_limits.daily_limit': dailyLimit({ asset: 'USDC' }),
  },
  qor_getLayerInfo: {
    target_block_time_ms: {
      values: [1_000n, 10_000n],
      result: (time) => layerWith({ time: time as bigint }).waiting_messages,
    },
    max_transactions_per_block: {
      values: [10n, 1n],
      result: (most) => layerWith({ most: most as bigint }).waiting_messages,
    },
    challenge_period_seconds: {
      values: [60, 120],
      result: (challenge) => layerWith({ challenge: challenge as number }).release,
    },
    base_fee_multiplier: { values: [10n ** 16n, 10n ** 17n], result: (multiplier) => feeWith(multiplier as bigint) },
  },
  qor_getRollupStatus: { settlement_type: settlement, stake },
  qor_listRollups: { settlement_type: settlement, stake, da_backend: backend },
  qor_getDABlobStatus: { backend },
  qor_getSettlementBatch: {
    proof_type: { values: ['fraud', 'snark'], result: (proof) => takes(String(proof), 'dedicated', 4, root(1)) },
    sequencer_mode: {
      values: ['dedicated', 'based'],
      result: (mode) => takes(mode === 'based' ? 'none' : 'fraud', String(mode), 0),
    },
  },
  qor_getRLAgentStatus: {
    agent_mode: {
      values: ['observe', 'off'],
      result: (agent_mode) => {
        const chain = chainWith({ rlconsensus: { agent_mode } });
        pass(chain, 10);
        return agent(chain).last_observation_at;
      },
    },
    observation_interval: {
      values: [10, 7],
      result: (observation_interval) => {
        const chain = chainWith({ rlconsensus: { observation_interval } });
        pass(chain, 13);
        return agent(chain).last_observation_at;
      },
    },
    'circuit_breaker.max_param_change': {
      values: ['0.10', '0.01'],
      result: (max_change_suggest) => {
        const chain = chainWith({ rlconsensus: { max_change_suggest, agent_mode: 'suggest' } });
        pass(chain, 10, 10_000);
        return actionsTable.get(chain.chain.headState(), 10)?.values[1];
      },
    },
    'circuit_breaker.cooldown_blocks': { values: [5, 1_000], result: afterTrip },
  },
};
