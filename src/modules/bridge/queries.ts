import {
  attested,
  flag,
  integer,
  listOf,
  measured,
  objectOf,
  oneOfTexts,
  parameter,
  text,
  withoutEffect,
} from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, notFound, type QueryContext, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toChecksum } from '../../primitives/address.ts';
import { assetLimitOn } from './asset-limiter.ts';
import { chainStatuses, chainTypes } from './chain-enums.ts';
import { chainNamed } from './chains.ts';
import { currentLimiter } from './limiter.ts';
import { bridgeParams } from './params.ts';
import { assetLimits, assetTotals, type Chain, limiters } from './records.ts';
import { tokenOf } from './tokens.ts';

const millionths = { ...text, pattern: '^[0-9]+$', description: 'millionths of the asset' };
const ofIbc = 'of IBC chains only';
const noClient = 'no IBC client runs here: transfers of IBC chains are attested like all others';
const forWatchers = 'for those who watch the other chain: the chain itself trusts what its bridge validators attest';

const lockedSchema = objectOf({
  asset: measured(text),
  total_locked: attested('by the registered bridge validators: the other chain is not checked here', millionths),
  total_minted: measured(millionths),
});

const assetLimitSchema = objectOf({
  asset: measured(text),
  max_single_transfer: parameter(millionths),
  daily_limit: parameter(millionths),
  current_daily: measured(millionths, 'moved since last_reset_height of the circuit breaker'),
});

const breakerSchema = objectOf(
  {
    paused: measured(flag),
    paused_reason: measured(text, 'left out unless paused'),
    current_daily: measured(millionths, 'moved since last_reset_height'),
    daily_limit: parameter(millionths),
    max_single_transfer: parameter(millionths),
    last_reset_height: measured(integer),
  },
  { description: 'left out when never used' },
);

const statusSchema = objectOf(
  {
    chain_id: measured(text),
    name: withoutEffect('a name for people', text),
    chain_type: parameter(oneOfTexts(chainTypes)),
    status: parameter(oneOfTexts(chainStatuses)),
    bridge_contract: withoutEffect(forWatchers, text, 'left out when there is none'),
    min_confirmations: withoutEffect(forWatchers, integer),
    supported_assets: parameter(listOf(text)),
    max_single_transfer: parameter(millionths),
    daily_limit: parameter(millionths),
    architecture: withoutEffect(noClient, oneOfTexts(['ibc_classic', 'ibc_eureka_v2']), ofIbc),
    ibc_channel_id: withoutEffect(noClient, text, ofIbc),
    ibc_port_id: withoutEffect(noClient, text, ofIbc),
    locked: listOf(
      lockedSchema,
      'two counts for every asset that was ever bridged: what is locked there, as its attestations say, and what was minted here; they differ by the attested deposits that are not minted yet',
    ),
    tokens: listOf(
      measured(objectOf({ asset: text, token: { ...text, description: 'its address' } })),
      'the assets as ERC-20 tokens',
    ),
    asset_limits: listOf(
      assetLimitSchema,
      'of assets that have limits of their own, beside those of the chain; left out when none has',
    ),
    circuit_breaker: breakerSchema,
  },
  {
    required: [
      ...['chain_id', 'name', 'chain_type', 'status', 'min_confirmations', 'supported_assets'],
      ...['max_single_transfer', 'daily_limit', 'locked'],
    ],
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
    tokens: tokensOf(context, id, chain),
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

function tokensOf({ state }: QueryContext, chain: string, { supported_assets }: Chain) {
  return supported_assets.flatMap((asset) => {
    const token = tokenOf(state, { chain, asset });
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
