import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '../../../testing/temporary-folder.ts';
import { type CometHome, cometHome } from '../comet-home.ts';
import { writeGenesisOfHome } from './genesis-of-home.ts';
import { ensureKeyFiles } from './key-files.ts';

const [first, second] = ['qor-9800-aaaaaaaa', 'qor-9800-bbbbbbbb'];
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

test('a start that ended anywhere in between has lost nothing that was signed', (t) => {
  const home = newHome(t);
  start(home, first);
  sign(home, 7);
  start(home, second);
  writeFileSync(home.genesisFile, genesis(first)); // as before it was written, the last step but one
  start(home, second);
  sign(home, 5);
  start(home, first);
  assert.equal(signed(home), 7);
  writeFileSync(home.genesisFile, genesis(first).slice(0, 9));
  start(home, first);
  assert.equal(signed(home), 7);
  start(home, second);
  assert.equal(signed(home), 5);
});
