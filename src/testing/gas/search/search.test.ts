import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '../../../evm/engine.ts';
import { opcodes } from '../../../evm/instruction-set/opcodes.ts';
import { emptyView } from '../../../state/empty-view.ts';
import { Random } from '../../fuzz/random.ts';
import { caseText } from './case-text.ts';
import { foundCases } from './found-cases.ts';
import { opcodeFamily } from './opcode-families.ts';
import { mutatedCase, randomCase } from './random-case.ts';
import { runCase } from './run-case.ts';
import { loopCode } from './search-code.ts';
import { simplerCases } from './simpler-cases.ts';

const gas = 200_000n;

test('a case has the same outcome in a new engine and in one that has run others', () => {
  const random = new Random(5);
  const aged = createEngine();
  let searchCase = randomCase(random);
  for (let round = 0; round < 12; round++) {
    const { outcome, gas: used } = runCase(searchCase, createEngine(), emptyView, gas);
    assert.equal(runCase(searchCase, aged, emptyView, gas).outcome, outcome, caseText(searchCase));
    assert.ok(used > 0n && used <= gas * BigInt(searchCase.transactions));
    searchCase = round % 3 === 0 ? randomCase(random) : mutatedCase(random, searchCase);
  }
});

test('whatever is drawn or changed is code', () => {
  const random = new Random(11);
  let searchCase = randomCase(random);
  for (let round = 0; round < 3_000; round++) {
    assert.ok(loopCode(searchCase).length > 0, caseText(searchCase));
    searchCase = round % 5 === 0 ? randomCase(random) : mutatedCase(random, searchCase);
  }
});

test('the same seed gives the same cases, and what is simpler is another case', () => {
  const first = randomCase(new Random(9));
  assert.deepEqual(randomCase(new Random(9)), first);
  for (const simpler of simplerCases(first)) assert.notDeepEqual(simpler, first);
});

test('every opcode has a family of cases, which run, and end alike in every engine', () => {
  const aged = createEngine();
  for (const { name } of opcodes) {
    const [first] = opcodeFamily(name);
    assert.ok(first !== undefined, name);
    const opcodesOf = [...first.steps.map(({ opcode }) => opcode), first.callee.toUpperCase()];
    assert.ok(opcodesOf.includes(name), name);
    const { outcome, gas: used } = runCase({ ...first, contracts: 1 }, createEngine(), emptyView, gas);
    assert.equal(runCase({ ...first, contracts: 1 }, aged, emptyView, gas).outcome, outcome, caseText(first));
    assert.match(outcome, /^success/, caseText(first));
    assert.ok(used > gas / 2n, caseText(first));
  }
});

test('what was found before still runs, and ends alike in every engine', () => {
  const aged = createEngine();
  for (const searchCase of foundCases()) {
    const { outcome } = runCase(searchCase, createEngine(), emptyView, gas);
    assert.equal(runCase(searchCase, aged, emptyView, gas).outcome, outcome, caseText(searchCase));
  }
});
