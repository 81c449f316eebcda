import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createEngine } from '#qord/evm/engine.ts';
import { opcodes } from '#qord/evm/instruction-set/opcodes.ts';
import { emptyView } from '#qord/state/empty-view.ts';
import { Random } from '#qord/testing/random/random.ts';
import { caseText } from './case-text.ts';
import { foundCases } from './found-cases.ts';
import { type HostileForm, hostileCase, hostileForms } from './hostile-forms.ts';
import { opcodeFamily } from './opcode-families.ts';
import { mutatedCase, randomCase } from './random-case.ts';
import { runCase } from './run-case.ts';
import { type FormCosts, search } from './search.ts';
import type { SearchCase } from './search-case.ts';
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

test('each hostile form has all that belongs to it, ends alike in every engine, and one search tries all of them', () => {
  const random = new Random(38);
  const aged = createEngine();
  for (const form of hostileForms) {
    const drawn = Array.from({ length: 300 }, () => hostileCase(random, form).searchCase);
    const texts = drawn.map(caseText).join('\n');
    for (const part of partsOf[form]) assert.match(texts, part, form);
    for (const each of drawn) assert.ok(loopCode(each).length > 0);
    const small = { ...drawn[0], contracts: 2, transactions: 1 } as SearchCase;
    const { outcome } = runCase(small, createEngine(), emptyView, gas);
    assert.equal(runCase(small, aged, emptyView, gas).outcome, outcome, caseText(small));
  }
  const tried: FormCosts[] = [];
  const ignore = () => undefined;
  const options = { seconds: 0, seed: 1, known: [], base: emptyView, report: ignore, progress: ignore };
  assert.deepEqual(
    search({ ...options, formsTried: (forms) => void tried.push(...forms) }).filter(({ difference }) => difference),
    [],
  );
  assert.deepEqual(
    tried.map(({ form, tried: count }) => [form, count]),
    hostileForms.map((form) => [form, 1]),
  );
});

/** What is among many cases of a form. */
const partsOf: Readonly<Record<HostileForm, readonly RegExp[]>> = {
  'many nested codes at a time': [
    /of (4\d\d|3\d\d) × 2457[56] bytes: next contract/,
    /at most \d+ bytes: next contract/,
  ],
  'many codes that are decoded, cold and warm': [
    /of 1024 × 2457\d bytes: jumpdests/,
    /3 transactions alike/,
    /CALL\(20, /,
  ],
  'nested creations with much init code': [/^CREATE\(0, 64, 49152\).*nested, undone/m, /^CREATE2.*jumpdests/m],
  'keys of one bucket': [/TSTORE\(i × \(2\^192 \+ 1\)/, /^SLOAD.*alike/m, /^SSTORE/m, /BALANCE\(i × \(2\^64 \+ 1\)/],
  'too little gas for what reads the state': [/CALL\(20, .*balance/, /sload/, /CALL\(99, /],
};

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
