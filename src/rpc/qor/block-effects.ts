import { decodeReport } from '../../chain/proposer-report-codec.ts';
import type { BalanceChange, ChainReader, SealedHeader } from '../../chain/types.ts';
import type { Log } from '../../kernel/engine.ts';
import { toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import { define } from '../dispatch/define.ts';
import { heightOf } from '../evm-common/resolve-block.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Methods } from '../method.ts';
import type { NodeControl } from '../node-control.ts';
import { blockRefParam } from '../params/block-ref.ts';
import { hashParam } from '../params/bytes.ts';

const objects: JsonSchema = { type: 'array', items: { type: 'object' } };

const effectsSchema: JsonSchema = {
  type: 'object',
  properties: {
    events: { ...objects, description: 'Logs that the hooks emitted: address, topics, data.' },
    balanceChanges: { ...objects, description: 'Balances that the hooks changed: address, before, after, in wei.' },
    report: {
      type: ['object', 'null'],
      description:
        'What the proposer reported: milliseconds since 1970, waiting transactions and bytes, votes for the block before, misbehaviour.',
    },
    round: {
      type: ['integer', 'null'],
      description: 'Round in which the validators decided the block; null where this node does not know it.',
    },
  },
};

/** What Ethereum's methods do not show: the effects of hooks, and the balances that a transaction changed. */
export function blockEffectMethods(chain: ChainReader, node: Pick<NodeControl, 'decidedRounds'>): Methods {
  return {
    qord_getBlockEffects: define(
      'What a block did besides its transactions: events and balance changes of the hooks, and the report of its proposer; null for an unknown block.',
      [blockRefParam],
      { anyOf: [effectsSchema, { type: 'null' }] },
      ([ref]) => {
        const height = heightOf(chain, ref);
        if (height === undefined) return null;
        return { ...describeEffects(chain, height), round: node.decidedRounds().get(height) ?? null };
      },
    ),
    qord_getBalanceChanges: define(
      'Balances that a transaction changed, in wei, without that of the fee collector; null for an unknown transaction.',
      [hashParam('hash', 'Hash of the transaction.')],
      { anyOf: [objects, { type: 'null' }] },
      ([hash]) => {
        const location = chain.locate(hash);
        const receipt = location === undefined ? undefined : chain.receipt(location);
        return receipt === undefined ? null : receipt.balanceChanges.map(describeChange);
      },
    ),
  };
}

function describeEffects(chain: ChainReader, height: number) {
  const header = chain.header(height);
  return {
    events: (chain.events(height) ?? []).map(describeLog),
    balanceChanges: (chain.hookChanges(height) ?? []).map(describeChange),
    report: header === undefined || height === chain.identity.genesisHeight ? null : describeReport(header), // genesis has no proposer
  };
}

function describeReport(header: SealedHeader): JsonValue {
  const { time, waitingTransactions, waitingBytes, votes, misbehaviour } = decodeReport(header);
  return {
    time,
    waitingTransactions,
    waitingBytes,
    votes: votes.map(({ validator, signed }) => ({ validator, signed })),
    misbehaviour: misbehaviour.map(({ kind, validator, height }) => ({ kind, validator, height })),
  };
}

function describeLog({ address, topics, data }: Log): JsonValue {
  return { address, topics: [...topics], data: toHex(data) };
}

function describeChange({ address, before, after }: BalanceChange): JsonValue {
  return { address, before: quantity(before), after: quantity(after) };
}
