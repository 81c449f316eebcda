import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { notFound, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { formatTime } from '../../primitives/time.ts';
import { type Layer, layerNamed, layerStatuses } from './records.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer', minimum: 0 } as const;
const words = { type: 'array', items: text, description: 'left out when empty' } as const;

const ofLayer = 'the layer runs elsewhere: its creator states it';

const layerSchema = withFigures(
  {
    type: 'object',
    properties: {
      layer_id: text,
      layer_type: { ...text, enum: ['sidechain', 'paychain', 'rollup'] },
      status: { ...text, enum: layerStatuses },
      chain_id: text,
      description: text,
      target_block_time_ms: integer,
      max_transactions_per_block: integer,
      max_gas_per_block: integer,
      min_validators: integer,
      settlement_interval_blocks: integer,
      challenge_period_seconds: integer,
      base_fee_multiplier: { ...text, description: 'decimal, beside 1.0 of this chain' },
      cross_layer_fee_bundling_enabled: { type: 'boolean' },
      supported_vm_types: words,
      supported_domains: words,
      registered_at: { ...text, description: 'RFC 3339' },
      last_anchor_at: { ...text, description: 'RFC 3339; left out before the first anchor' },
      creator: text,
    },
  },
  {
    measured: ['layer_id', 'layer_type', 'status', 'chain_id', 'registered_at', 'last_anchor_at', 'creator'],
    parameters: [
      'target_block_time_ms',
      'max_transactions_per_block',
      'challenge_period_seconds',
      'base_fee_multiplier',
    ],
    withoutEffect: {
      description: 'a text for people',
      max_gas_per_block: ofLayer,
      min_validators: ofLayer,
      settlement_interval_blocks: 'anchors are due by the parameters of the module',
      cross_layer_fee_bundling_enabled: 'bundling goes by the parameter of the module',
      supported_vm_types: 'the router scores load, kind, price and latency only',
      supported_domains: 'the router scores load, kind, price and latency only',
    },
  },
);

export const multilayerQueries = [
  query(
    'qor_getLayerInfo',
    'Metadata and status of a registered layer.',
    [textParam('layerId', 'name of the layer', 'game-chain')],
    layerSchema,
    ({ state }, id) => {
      const layer = layerNamed(state, id);
      if (layer === undefined) throw notFound(`no layer ${id.slice(0, 100)}`);
      return layerInfo(id, layer);
    },
  ),
];

function layerInfo(id: string, layer: Layer) {
  return {
    layer_id: id,
    layer_type: layer.layer_type,
    status: layer.status,
    chain_id: layer.chain_id,
    description: layer.description,
    target_block_time_ms: layer.target_block_time_ms,
    max_transactions_per_block: layer.max_transactions_per_block,
    max_gas_per_block: layer.max_gas_per_block,
    min_validators: layer.min_validators,
    settlement_interval_blocks: layer.settlement_interval_blocks,
    challenge_period_seconds: layer.challenge_period_seconds,
    base_fee_multiplier: formatDecimal(layer.base_fee_multiplier, 2),
    cross_layer_fee_bundling_enabled: layer.cross_layer_fee_bundling_enabled,
    supported_vm_types: layer.supported_vm_types.length === 0 ? undefined : layer.supported_vm_types,
    supported_domains: layer.supported_domains.length === 0 ? undefined : layer.supported_domains,
    registered_at: formatTime(layer.registered_at),
    last_anchor_at: layer.last_anchor_at === 0 ? undefined : formatTime(layer.last_anchor_at),
    creator: toBech32(layer.creator),
  };
}
