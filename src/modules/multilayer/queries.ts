import {
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
import { notFound, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatDecimal } from '../../primitives/decimal/decimal.ts';
import { formatTime } from '../../primitives/time.ts';
import { type Layer, layerNamed, layerStatuses } from './records.ts';

const words = listOf(text, 'left out when empty');

const ofLayer = 'the layer runs elsewhere: its creator states it';
const notScored = 'the router scores load, kind, price and latency only';

const layerSchema = objectOf({
  layer_id: measured(text),
  layer_type: measured(oneOfTexts(['sidechain', 'paychain', 'rollup'])),
  status: measured(oneOfTexts(layerStatuses)),
  chain_id: measured(text),
  description: withoutEffect('a text for people', text),
  target_block_time_ms: parameter(integer),
  max_transactions_per_block: parameter(integer),
  max_gas_per_block: withoutEffect(ofLayer, integer),
  min_validators: withoutEffect(ofLayer, integer),
  settlement_interval_blocks: withoutEffect('anchors are due by the parameters of the module', integer),
  challenge_period_seconds: parameter(integer),
  base_fee_multiplier: parameter(text, 'decimal, beside 1.0 of this chain'),
  cross_layer_fee_bundling_enabled: withoutEffect('bundling goes by the parameter of the module', flag),
  supported_vm_types: withoutEffect(notScored, words),
  supported_domains: withoutEffect(notScored, words),
  registered_at: measured(text, 'RFC 3339'),
  last_anchor_at: measured(text, 'RFC 3339; left out before the first anchor'),
  creator: measured(text),
});

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
