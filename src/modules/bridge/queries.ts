import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, notFound, type QueryContext, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toChecksum } from '../../primitives/address.ts';
import { assetLimitOn } from './asset-limiter.ts';
import { chainStatuses, chainTypes } from './chain-enums.ts';
import { chainNamed } from './chains.ts';
import { currentLimiter } from './limiter.ts';
import { bridgeParams } from './params.ts';
import { assetLimits, assetTotals, type Chain, limiters } from './records.ts';
import { tokenOf } from './tokens.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer', minimum: 0 } as const;
const millionths = { ...text, pattern: '^[0-9]+$', description: 'millionths of the asset' } as const;
const ofIbc = { ...text, description: 'of IBC chains only' } as const;

const statusSchema = withFigures(
  {
    type: 'object',
    properties: {
      chain_id: text,
      name: text,
      chain_type: { ...text, enum: chainTypes },
      status: { ...text, enum: chainStatuses },
      bridge_contract: { ...text, description: 'left out when there is none' },
      min_confirmations: integer,
      supported_assets: { type: 'array', items: text },
      max_single_transfer: millionths,
      daily_limit: millionths,
      architecture: { ...ofIbc, enum: ['ibc_classic', 'ibc_eureka_v2'] },
      ibc_channel_id: ofIbc,
      ibc_port_id: ofIbc,
      locked: {
        type: 'array',
        description:
          'two counts for every asset that was ever bridged: what is locked there, as its attestations say, and what was minted here; they differ by the attested deposits that are not minted yet',
        items: {
          type: 'object',
          properties: { asset: text, total_locked: millionths, total_minted: millionths },
        },
      },
      tokens: {
        type: 'array',
        description: 'the assets as ERC-20 tokens',
        items: { type: 'object', properties: { asset: text, token: { ...text, description: 'its address' } } },
      },
      asset_limits: {
        type: 'array',
        description: 'of assets that have limits of their own, beside those of the chain; left out when none has',
        items: {
          type: 'object',
          properties: {
            asset: text,
            max_single_transfer: millionths,
            daily_limit: millionths,
            current_daily: { ...millionths, description: 'moved since last_reset_height of the circuit breaker' },
          },
        },
      },
      circuit_breaker: {
        type: 'object',
        description: 'left out when never used',
        properties: {
          paused: { type: 'boolean' },
          paused_reason: { ...text, description: 'left out unless paused' },
          current_daily: { ...millionths, description: 'moved since last_reset_height' },
          daily_limit: millionths,
          max_single_transfer: millionths,
          last_reset_height: integer,
        },
      },
    },
    required: [
      'chain_id',
      'name',
      'chain_type',
      'status',
      'min_confirmations',
      'supported_assets',
      'max_single_transfer',
      'daily_limit',
      'locked',
    ],
  },
  {
    measured: [
      'chain_id',
      'locked.asset',
      'locked.total_minted',
      'tokens.asset',
      'tokens.token',
      'asset_limits.asset',
      'asset_limits.current_daily',
      'circuit_breaker.paused',
      'circuit_breaker.paused_reason',
      'circuit_breaker.current_daily',
      'circuit_breaker.last_reset_height',
    ],
    attested: { 'locked.total_locked': 'by the registered bridge validators: the other chain is not checked here' },
    parameters: [
      'chain_type',
      'status',
      'supported_assets',
      'max_single_transfer',
      'daily_limit',
      'asset_limits.max_single_transfer',
      'asset_limits.daily_limit',
      'circuit_breaker.daily_limit',
      'circuit_breaker.max_single_transfer',
    ],
    withoutEffect: {
      name: 'a name for people',
      bridge_contract: 'for those who watch the other chain: the chain itself trusts what its bridge validators attest',
      min_confirmations:
        'for those who watch the other chain: the chain itself trusts what its bridge validators attest',
      architecture: 'no IBC client runs here: transfers of IBC chains are attested like all others',
      ibc_channel_id: 'no IBC client runs here: transfers of IBC chains are attested like all others',
      ibc_port_id: 'no IBC client runs here: transfers of IBC chains are attested like all others',
    },
  },
);

export const bridgeQueries = [
  query(
    'qor_getBridgeStatus',
    'Bridge status and locked totals of a chain. Nothing of the other chain is verified here: the registered bridge validators, as many as the threshold says and with two thirds of the bonded power of the active set, are trusted to attest what happened there, and the authority and the bridge admin to configure it.',
    [textParam('chainId', 'name of the chain', 'ethereum')],
    statusSchema,
    (context, id) => {
      if (!bridgeParams.get(context.state).enabled) throw moduleDisabled('bridge');
      const chain = chainNamed(context.state, id);
      if (chain === undefined) throw notFound(`no chain ${id.slice(0, 100)}`);
      return bridgeStatus(context, id, chain);
    },
  ),
];

function bridgeStatus(context: QueryContext, id: string, chain: Chain) {
  const ofEmpty = (value: string) => (value === '' ? undefined : value);
  return {
    chain_id: id,
    name: chain.name,
    chain_type: chain.chain_type,
    status: chain.status,
    bridge_contract: ofEmpty(chain.bridge_contract),
    min_confirmations: chain.min_confirmations,
    supported_assets: chain.supported_assets,
    max_single_transfer: chain.max_single_transfer.toString(),
    daily_limit: chain.daily_limit.toString(),
    architecture: ofEmpty(chain.architecture),
    ibc_channel_id: ofEmpty(chain.ibc_channel_id),
    ibc_port_id: ofEmpty(chain.ibc_port_id),
    locked: lockedOf(context, id, chain),
    tokens: tokensOf(id, chain),
    asset_limits: assetLimitsOf(context, id, chain),
    circuit_breaker: breakerOf(context, id, chain),
  };
}

function lockedOf({ state }: QueryContext, id: string, { supported_assets }: Chain) {
  return inKeyOrder(supported_assets).flatMap((asset) => {
    const total = assetTotals.get(state, id, asset);
    if (total === undefined) return [];
    const { total_locked, total_minted } = total;
    return [{ asset, total_locked: total_locked.toString(), total_minted: total_minted.toString() }];
  });
}

/** Shorter texts first, as the keys of records. */
function inKeyOrder(texts: readonly string[]): readonly string[] {
  return [...texts].sort((left, right) => left.length - right.length || (left < right ? -1 : 1));
}

function tokensOf(chain: string, { supported_assets }: Chain) {
  return supported_assets.flatMap((asset) => {
    const token = tokenOf({ chain, asset });
    return token === undefined ? [] : [{ asset, token: toChecksum(token) }];
  });
}

function assetLimitsOf({ state, block }: QueryContext, chain: string, { supported_assets }: Chain) {
  const { last_reset_time } = currentLimiter(state, block, chain);
  const limits = inKeyOrder(supported_assets).flatMap((asset) => {
    const kept = assetLimits.get(state, chain, asset);
    if (kept === undefined) return [];
    const { max_single_transfer, daily_limit } = kept;
    const { current_daily = 0n } = assetLimitOn(state, last_reset_time, { chain, asset }) ?? {};
    const shown = { max_single_transfer: max_single_transfer.toString(), daily_limit: daily_limit.toString() };
    return [{ asset, ...shown, current_daily: current_daily.toString() }];
  });
  return limits.length === 0 ? undefined : limits;
}

function breakerOf({ state, block }: QueryContext, id: string, { daily_limit, max_single_transfer }: Chain) {
  if (limiters.get(state, id) === undefined) return undefined;
  const { paused, paused_reason, current_daily, last_reset_height } = currentLimiter(state, block, id);
  return {
    paused,
    paused_reason: paused ? paused_reason : undefined,
    current_daily: current_daily.toString(),
    daily_limit: daily_limit.toString(),
    max_single_transfer: max_single_transfer.toString(),
    last_reset_height,
  };
}
