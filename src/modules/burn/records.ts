import { count, oneOf } from '../../kernel/codec/scalars.ts';
import { struct } from '../../kernel/codec/structures.ts';
import { blockHeight, weiAmount, weiSum } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { numberKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { burnAddress } from '../addresses.ts';

const { table, single } = recordsOf(burnAddress);

/** What coins can be burned for. Stored by position: new ones go to the end. */
export const burnSources = [
  'gas_fee',
  'contract_create',
  'ai_service',
  'bridge_fee',
  'treasury_buyback',
  'failed_tx',
  'xqore_penalty',
  'auto_buyback',
  'tge',
  'rollup_create',
  'milestone',
  'amm',
  'slash',
  'veto',
] as const;
export type BurnSource = (typeof burnSources)[number];

const statistics = struct({
  /** wei paid out through the fee split, its burned part left out */
  distributed: weiSum,
  /** number of burn records */
  burns: count,
  /** transactions since genesis */
  transactions: count,
  /** milestones that were reached */
  milestones: count,
});

export const statisticsRecord = single(1, 'statistics', 'Sums since genesis.', statistics, {
  distributed: 0n,
  burns: 0,
  transactions: 0,
  milestones: 0,
});
export const burnTotalsBySource = table(
  2,
  'burned_by_source',
  'Wei burned per source.',
  [textKey('source', 'what for')],
  weiSum,
);
export const burns = table(
  3,
  'burn',
  'Every burn, numbered from 1. The fees of one block are one burn.',
  [numberKey('number', 'number of the burn')],
  struct({ source: oneOf(...burnSources), wei: weiAmount, height: blockHeight }),
);
