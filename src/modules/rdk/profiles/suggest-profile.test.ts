import assert from 'node:assert/strict';
import { test } from 'node:test';
import { defineModule } from '../../../kernel/module-sdk/define-module.ts';
import { createModuleHarness } from '../../../testing/module-harness.ts';
import { rdkAddress } from '../../addresses.ts';
import { profileKeywords } from './profile-keywords.ts';
import { type ProfileName, profileNames } from './profiles.ts';
import { suggestProfile } from './suggest-profile.ts';
import { suggestQueries } from './suggest-queries.ts';

const examples: readonly (readonly [description: string, profile: ProfileName])[] = [
  ['A lending market with stablecoins and liquidations', 'defi'],
  ['DEX', 'defi'],
  ['perpetuals exchange with an order-book', 'defi'],
  ['A multiplayer game with fast blocks for players', 'gaming'],
  ['Play-to-earn with tournaments', 'gaming'],
  ['collectibles of digital artists, with royalties', 'nft'],
  ['NFT marketplace', 'nft'],
  ['supply-chain records of several companies, audited', 'enterprise'],
  ['A permissioned ledger for hospitals', 'enterprise'],
  ['a bespoke chain for research', 'custom'],
  ['optimistic rollup with fraud proofs', 'custom'],
];

test('a description gets the profile that its words indicate', () => {
  for (const [description, profile] of examples)
    assert.equal(suggestProfile(description).profile, profile, description);
});

test('case, punctuation and plural make no difference', () => {
  const plain = suggestProfile('game player');
  assert.deepEqual(suggestProfile('  GAMES!!! (players)\n'), plain);
  assert.deepEqual(suggestProfile('game, game, game: player'), plain);
});

test('parts of other words do not count', () => {
  assert.equal(suggestProfile('an article about departments').percent, 0);
});

test('defi is the default, without confidence', () => {
  for (const description of ['', 'xyz', '我们的链', '!!!']) {
    assert.deepEqual(suggestProfile(description), {
      profile: 'defi',
      alternative: 'custom',
      percent: 0,
      reasoning:
        'Nothing in the description points to a profile, so this is the default. Profile defi: zk settlement with snark proofs, a dedicated sequencer, blocks every 500 ms, eip1559 gas, evm machine.',
    });
  }
});

test('the alternative is the runner-up, and a rival lowers the confidence', () => {
  const clear = suggestProfile('nft collection');
  assert.deepEqual([clear.profile, clear.alternative, clear.percent], ['nft', 'custom', 81]); // 9 / (9 + 0 + 2)
  const mixed = suggestProfile('nft collection for a game');
  assert.deepEqual([mixed.profile, mixed.alternative, mixed.percent], ['nft', 'gaming', 56]); // 9 / (9 + 5 + 2)
  assert.equal(suggestProfile('a custom chain').alternative, 'defi');
});

test('the first profile of the list wins a tie', () => {
  const { profile, alternative, percent } = suggestProfile('custom nft game');
  assert.deepEqual([profile, alternative, percent], ['gaming', 'nft', 41]); // 5 / (5 + 5 + 2)
});

test('keywords are well-formed: lower case, single spaces, positive integers', () => {
  assert.deepEqual(Object.keys(profileKeywords).sort(), [...profileNames].sort());
  for (const [keyword, weight] of Object.values(profileKeywords).flatMap((words) => Object.entries(words))) {
    assert.match(keyword, /^[a-z0-9]+( [a-z0-9]+)*$/);
    assert.ok(Number.isInteger(weight) && weight > 0, keyword);
  }
});

test('qor_suggestRollupProfile returns the suggestion', () => {
  const rdk = defineModule({ name: 'rdk', address: rdkAddress, doc: '', queries: suggestQueries });
  const harness = createModuleHarness([rdk]);
  const ask = (useCase: unknown) => harness.query(rdk, 'qor_suggestRollupProfile', useCase);
  assert.deepEqual(ask('NFT collection for a game'), {
    suggested_profile: 'nft',
    confidence: 0.56,
    reasoning:
      'The description speaks of nft, collection. Profile nft: optimistic settlement with fraud proofs, a dedicated sequencer, blocks every 2000 ms, standard gas, cosmwasm machine.',
    alternative_profile: 'gaming',
    profile: 'nft',
  });
  for (const wrong of ['', 5, null, undefined, 'x'.repeat(4_001)])
    assert.throws(() => ask(wrong), { kind: 'invalid-parameter' });
});
