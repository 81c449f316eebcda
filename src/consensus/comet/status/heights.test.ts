import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../../../primitives/address.ts';
import { expectedHeight } from './expected-height.ts';
import { provenHeight, votedBlock } from './proven-height.ts';

const address = parseAddress(`0x${'11'.repeat(20)}`);
const none = 'nil-Vote';
const voteFor = (block: string) =>
  `Vote{0:C127D465BF39 3/00/SIGNED_MSG_TYPE_PRECOMMIT(Precommit) ${block} 7FA8B0E5C3D1 000000000000 @ 2026-01-01T00:00:00Z}`;
const [one, other, nil] = ['7892FB8B4C7B', '7892FB8B4C7C', '000000000000'].map(voteFor);

/** Validators of these powers at height 7, with their precommits in each round. */
function stateOf(powers: readonly number[], ...rounds: readonly (readonly (string | undefined)[])[]) {
  const validators = powers.map((voting_power) => ({ address, voting_power }));
  const votes = rounds.map((precommits, round) => {
    return { round, prevotes: powers.map(() => one ?? none), precommits: precommits.map((vote) => vote ?? none) };
  });
  const rest = { height: 7, round: 0, step: 8, start_time: '' };
  return { ...rest, validators: { validators, proposer: { address } }, votes };
}

test('a block is proven by the precommits of more than two thirds of the power for it, in one round', () => {
  for (const [powers, rounds, height] of [
    [[1, 1, 1, 1], [[one, one, one, none]], 7],
    [[1, 1, 1, 1], [[one, one, none, none]], 6],
    [[1, 1, 1], [[one, one, none]], 6, 'exactly two thirds'],
    [[1, 1, 1], [[one, one, one]], 7],
    [[66, 34], [[one, none]], 6],
    [[67, 33], [[one, none]], 7],
    [[1, 1, 1, 1], [[one, one, other, other]], 6, 'two blocks'],
    [[1, 1, 1, 1], [[nil, nil, nil, nil]], 6, 'no block'],
    [
      [1, 1, 1, 1],
      [
        [one, one, none, none],
        [none, none, one, one],
      ],
      6,
      'two rounds',
    ],
    [
      [1, 1, 1, 1],
      [
        [none, none, none, none],
        [one, one, one, one],
      ],
      7,
    ],
    [[1, 1, 1, 1], [], 6],
    [[], [], 6],
  ] as const) {
    assert.equal(provenHeight(stateOf(powers, ...rounds)), height, JSON.stringify([powers, rounds]));
  }
});

test('a vote names its block, or none', () => {
  assert.equal(votedBlock(one), '7892FB8B4C7B');
  for (const vote of [nil, none, '', undefined, 'Vote{0:7892FB8B4C7B 3/00/', voteFor('xyz')]) {
    assert.equal(votedBlock(vote), undefined, vote);
  }
});

test('the expected height follows from the pace of the newest blocks and from the time since', () => {
  const chainOf = (height: number, seconds: number, genesisHeight: number) => ({
    identity: { genesisHeight },
    head: () => ({ number: height, timestamp: 1_000 + height * seconds }),
    header: (number: number) => (number < genesisHeight ? undefined : { number, timestamp: 1_000 + number * seconds }),
  });
  const at = (height: number, seconds: number, age: number, interval = 2_000, genesis = 0) => {
    const chain = chainOf(height, seconds, genesis) as unknown as Parameters<typeof expectedHeight>[0]; // nothing else of headers is read
    return expectedHeight(chain, (1_000 + height * seconds) * 1_000 + age, interval);
  };
  assert.equal(at(500, 2, 0), 500);
  assert.equal(at(500, 2, 1_999), 500);
  assert.equal(at(500, 2, 2_000), 501);
  assert.equal(at(500, 5, 50_000), 510);
  assert.equal(at(0, 2, 20_000), 10, 'no block yet');
  assert.equal(at(450, 5, 20_000, 2_000, 450), 460, 'no block yet after a genesis at 450');
  assert.equal(at(460, 5, 50_000, 2_000, 450), 470, 'by its nine blocks');
  assert.equal(at(1, 2, 20_000, 0), 1, 'and no interval');
  assert.equal(at(500, 0, 20_000), 500, 'many blocks in a second');
  assert.equal(at(500, 2, -5_000), 500, 'a clock that is behind');
});
