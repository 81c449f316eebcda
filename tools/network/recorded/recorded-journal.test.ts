import assert from 'node:assert/strict';
import { join } from 'node:path';
import { test } from 'node:test';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { profiles } from '../../simulator/profile.ts';
import { run } from '../../simulator/run.ts';
import { heightOf, readRecorded, replayRecorded } from './recorded-journal.ts';

type Call = { readonly name: string; readonly height: number | undefined };

/** Which calls follow each other on the connection of consensus, and whether they are about one block. */
function stepsOf(calls: readonly Call[]): readonly string[] {
  let [before, last] = ['', 0];
  return calls.flatMap(({ name, height = last }) => {
    const which = before === 'info' ? '' : height === last ? ' of the same block' : ' of another block';
    const step = `${before} and ${name}${which}`;
    [before, last] = [name, height];
    return name === 'info' ? [] : [step];
  });
}

test('a node answers what real CometBFT has asked as it was answered then', async (t) => {
  for (const [name, recorded] of readRecorded())
    assert.ok((await replayRecorded(recorded, join(temporaryFolder(t), 'node'))) >= 10, name);
});

/** The steps of all nodes in a simulated run of this seed, with more kills than usual. */
async function simulatedSteps(seed: number): Promise<readonly string[]> {
  const calls = new Map<string, Call[]>();
  const print = (line: string) => {
    const [, node = '', name = '', height] = /(consensus of \d+): (\w+) ?(\d*)$/.exec(line) ?? [];
    if (name === '') return;
    const known = calls.get(node) ?? [];
    calls.set(node, known);
    known.push({ name, height: height === '' ? undefined : Number(height) });
  };
  const profile = {
    ...profiles.everything,
    faults: { ...profiles.everything.faults, kill: 0.15, 'kill at commit': 0.04 },
  };
  const { failure } = await run({ seed, nodes: 4, blocks: 10, profile, print });
  assert.equal(failure, undefined);
  return [...calls.values()].flatMap(stepsOf);
}

test('the simulated consensus asks in every order in which real CometBFT has asked', async () => {
  const unseen = new Set<string>();
  for (const [, { events }] of readRecorded()) {
    const asked = events.flatMap((event) => (event === 'killed' || event.name === 'insertTx' ? [] : [event]));
    for (const step of stepsOf(asked.map((call) => ({ name: call.name, height: heightOf(call) })))) unseen.add(step);
  }
  assert.ok(unseen.size > 10, `${unseen.size} steps`);
  for (let seed = 1; seed <= 12 && unseen.size > 0; seed++)
    for (const step of await simulatedSteps(seed)) unseen.delete(step);
  assert.deepEqual([...unseen], []);
});
