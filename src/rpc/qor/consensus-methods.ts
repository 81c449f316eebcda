import type { ConsensusStatus } from '../../kernel/network-status.ts';
import { define } from '../dispatch/define.ts';
import type { JsonValue } from '../json-value.ts';
import type { JsonSchema, Methods } from '../method.ts';
import type { NodeControl } from '../node-control.ts';
import { addressSchema } from '../params/bytes.ts';

const integer: JsonSchema = { type: 'integer' };
const text: JsonSchema = { type: 'string' };
const vote: JsonSchema = { enum: ['none', 'nil', 'block'] };
const nodeId: JsonSchema = { type: 'string', pattern: '^[0-9a-f]{40}$' };
const place = { height: integer, round: integer, step: text };

const listOf = (properties: Readonly<Record<string, JsonSchema>>): JsonSchema => ({
  type: 'array',
  items: { type: 'object', properties },
});

const consensusSchema: JsonSchema = {
  type: 'object',
  properties: {
    id: nodeId,
    ...place,
    startTime: { ...integer, description: 'Milliseconds since 1970 at which the height began.' },
    proposer: addressSchema,
    validators: listOf({ validator: addressSchema, power: integer, prevote: vote, precommit: vote }),
    peers: listOf({ id: nodeId, name: text, address: text, isOutbound: { type: 'boolean' }, ...place }),
    rounds: {
      ...listOf({ height: integer, round: integer }),
      description: 'Rounds in which the newest blocks were decided, as far as this node has them; newest first.',
    },
  },
};

/** Blocks whose round is in one response. */
const shownRounds = 200;

/** Consensus of a network, for those who want to see why it waits. */
export function consensusMethods(node: Pick<NodeControl, 'consensus' | 'decidedRounds'>): Methods {
  return {
    qord_getConsensus: define(
      'The height that the validators vote on: its round and step, their votes, how far the peers are; null for a node alone, and while CometBFT does not respond.',
      [],
      { anyOf: [consensusSchema, { type: 'null' }] },
      async () => {
        const status = await node.consensus();
        return status === undefined ? null : describe(status, node.decidedRounds());
      },
    ),
  };
}

function describe({ validators, peers, ...status }: ConsensusStatus, rounds: ReadonlyMap<number, number>): JsonValue {
  return {
    ...status,
    validators: validators.map((each) => ({ ...each })),
    peers: peers.map(({ moniker, ...peer }) => ({ ...peer, name: moniker })),
    rounds: [...rounds]
      .slice(-shownRounds)
      .reverse()
      .map(([height, round]) => ({ height, round })),
  };
}
