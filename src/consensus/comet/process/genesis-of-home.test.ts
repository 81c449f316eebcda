import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { type CometHome, cometHome } from '../comet-home.ts';
import { writeGenesisOfHome } from './genesis-of-home.ts';
import { ensureKeyFiles } from './key-files.ts';

const [first, second, third] = ['qor-9800-aaaaaaaa', 'qor-9800-bbbbbbbb', 'qor-9800-cccccccc'];
const genesis = (id: string) => JSON.stringify({ chain_id: id });
const start = (home: CometHome, id: string) => writeGenesisOfHome(home, id, genesis(id));
const sign = (home: CometHome, height: number) =>
  writeFileSync(home.validatorStateFile, JSON.stringify({ height: String(height), round: 0, step: 2 }));
const signed = (home: CometHome) => Number(JSON.parse(readFileSync(home.validatorStateFile, 'utf8')).height);

function newHome(t: TestContext): CometHome {
  const home = cometHome(temporaryFolder(t));
  ensureKeyFiles(home);
  return home;
}

test('what a validator has signed counts for one chain, and again when the home returns to it', (t) => {
  const home = newHome(t);
  sign(home, 3); // a key that was moved here with its record
  start(home, first);
  assert.equal(signed(home), 3);
  sign(home, 7);
  start(home, first);
  assert.equal(signed(home), 7);
  start(home, second);
  assert.equal(signed(home), 0);
  sign(home, 5);
  start(home, first);
  assert.equal(signed(home), 7);
  sign(home, 9);
  start(home, second);
  assert.equal(signed(home), 5);
  start(home, first);
  assert.equal(signed(home), 9);
  assert.deepEqual(readdirSync(home.dataFolder).sort(), [
    'priv_validator_state-qor-9800-bbbbbbbb.json',
    'priv_validator_state.json',
  ]);
});

test('a start that ended between any two steps has lost nothing that was signed, whatever chain follows', (t) => {
  const ends = ['before', 'record', 'genesis', 'removal'] as const;
  for (const end of ends)
    for (const following of [
      [first],
      [second],
      [third, first, second],
      [second, third, first],
      [first, third, second],
    ]) {
      const home = newHome(t);
      start(home, first);
      sign(home, 7);
      start(home, second);
      sign(home, 5);
      start(home, first);
      const kept = (id: string) => home.validatorStateFile.replace('.json', `-${id}.json`);
      const files = { before: kept(first), record: home.validatorStateFile, genesis: home.genesisFile, removal: '' };
      const obstacle = `${files[end]}.new`; // a file is written under this name first
      const content = readFileSync(kept(second));
      if (end === 'removal') {
        start(home, second);
        writeFileSync(kept(second), content);
      } else {
        mkdirSync(obstacle);
        assert.throws(() => start(home, second));
        rmSync(obstacle, { recursive: true });
      }
      for (const id of following) {
        start(home, id);
        const expected = { [first]: 7, [second]: 5, [third]: 0 }[id];
        assert.equal(signed(home), expected, `${id} of ${following} after a start that ended at its ${end}`);
      }
    }
});

test('a home whose genesis file is lost keeps its record, and does not start with one that may be of another chain', (t) => {
  const home = newHome(t);
  start(home, first);
  sign(home, 7);
  start(home, second);
  sign(home, 5);
  for (const content of ['', genesis(second).slice(0, 9), genesis('cosmoshub-4'), 'null']) {
    writeFileSync(home.genesisFile, content);
    assert.throws(() => start(home, first), /names no chain, .*state\.json, what the validator has signed, may be of/);
    assert.equal(signed(home), 5);
    start(home, second);
    assert.equal(signed(home), 5);
  }
  start(home, first);
  assert.equal(signed(home), 7);
});
