import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cometHome } from '../comet-home.ts';
import { CometLog, type CometRecord } from './comet-log.ts';
import { fatalFault, haltFault, isLocked, lacksSigner } from './explain-end.ts';

const home = cometHome('/nowhere');

function readLog(...lines: readonly object[]) {
  const records: CometRecord[] = [];
  const ignore = () => {};
  const log = new CometLog(
    { debug: ignore, info: ignore, warn: ignore, error: ignore },
    (record) => void records.push(record),
    () => false,
  );
  for (const line of lines) log.add(JSON.stringify(line));
  return { log, codes: records.map((record) => haltFault(record)?.fault.code) };
}

const failure = {
  level: 'error',
  module: 'consensus',
  err: 'wrong app hash',
  stack: 'a\nb',
  _msg: 'CONSENSUS FAILURE!!!',
};

test('only the record of the consensus itself is a halt, whatever a peer is called', () => {
  assert.deepEqual(readLog(failure).codes, ['halted']);
  const err = 'validator 01 is using pubkey secp256k1, which is unsupported for consensus';
  assert.deepEqual(readLog({ ...failure, err }).codes, ['key-type']);
  const chain = 'peer is on a different network. Got CONSENSUS FAILURE!!!, expected qord-9800';
  for (const words of [
    { level: 'error', module: 'p2p', _msg: 'Error dialing peer', err: chain },
    { level: 'info', module: 'p2p', _msg: 'CONSENSUS FAILURE!!!', err: chain },
    { level: 'error', module: 'p2p', _msg: 'CONSENSUS FAILURE!!!' },
    { level: 'info', module: 'consensus', _msg: 'CONSENSUS FAILURE!!!' },
    { level: 'error', module: 'consensus', _msg: 'CONSENSUS FAILURE!!! of a peer' },
    { level: 'error', module: 'consensus', _msg: 'invalid proposal', err: JSON.stringify(failure) },
    { level: 'error', module: ['consensus'], _msg: { text: 'CONSENSUS FAILURE!!!' } },
  ]) {
    assert.deepEqual(readLog(words).codes, [undefined], JSON.stringify(words));
  }
});

test('only the line of the command or of a panic says why CometBFT has ended', () => {
  const behind = 'failed to create node: error on replay: app block height (24) is higher than core (12)';
  const replay = 'AppHash does not match AppHash after replay. Got';
  const signer = "error with private validator socket client: can't get pubkey: timeout";
  const codeOf = (...words: readonly string[]) => fatalFault(words, home)?.fault.code;
  assert.equal(codeOf('something', `ERROR: ${behind}`, 'more'), 'comet-behind');
  assert.equal(codeOf(`panic: state.${replay}`), 'other-results');
  assert.equal(codeOf(`panic: block.${replay}`), 'other-results');
  assert.ok(lacksSigner([`ERROR: ${signer}`]));
  assert.ok(isLocked(['ERROR: failed to create node: resource temporarily unavailable']));
  const byPeer = [
    behind,
    `state.${replay}`,
    `panic: a peer said state.${replay}`,
    signer,
    'resource temporarily unavailable',
  ];
  assert.equal(codeOf(...byPeer), undefined);
  assert.ok(!lacksSigner(byPeer) && !isLocked(byPeer));
});

test('last words come from the error output alone, without the traces of Go', () => {
  const { log } = readLog({ level: 'error', module: 'p2p', _msg: 'ERROR: resource temporarily unavailable', err: 'x' });
  log.add('ERROR: failed: resource temporarily unavailable');
  assert.deepEqual([log.lastWords, log.lastError], [[], 'ERROR: resource temporarily unavailable x']);
  for (const line of ['panic: why', '', 'goroutine 1 [running]:', 'main.main()', '\t/main.go:7 +0x1'])
    log.addError(line);
  assert.deepEqual(log.lastWords, ['panic: why']);
  log.clear();
  assert.deepEqual([log.lastWords, log.lastError], [[], undefined]);
});
