import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import * as z from 'zod';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import { homePaths } from '../config/home.ts';
import { rdkAddress } from '../modules/addresses.ts';
import { createModules } from '../modules/index.ts';
import { genesisWith, openModuleChain } from '../testing/module-chain.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { startTestNode } from '../testing/test-node.ts';

const many = 230;

const sectionShape = z.looseObject({
  rollup: z.array(z.object({ key: z.array(z.unknown()), value: z.looseObject({}) })),
});

/** The section of rdk with many rollups, whose names are in the opposite order of their creation, in pairs. */
function manyRollups() {
  const chain = openModuleChain(genesisWith({}));
  const create = { rollupId: 'one', profile: 'custom', vm: '', stake: 10_000_000_000n };
  const { receipts } = chain.mine({ transactions: [chain.call(1, 'rdk', 'createRollup', create)] });
  assert.equal(receipts[0]?.status, 1);
  const exported: Record<string, unknown> = Object.fromEntries(
    createModules().flatMap(({ name, exportGenesis }) =>
      exportGenesis === undefined ? [] : [[name, exportGenesis(chain.chain.headState())]],
    ),
  );
  const section = sectionShape.parse(JSON.parse(JSON.stringify(exported.rdk)));
  const [row] = section.rollup;
  assert.ok(row);
  const rollup = Array.from({ length: many }, (_, at) => ({
    key: [nameOf(at)],
    value: { ...row.value, status: 'stopped', held_stake: '0', created_height: 1 + Math.floor(at / 2) },
  }));
  return { params: section.params, rollup };
}

const nameOf = (at: number) => `r${String(many - at).padStart(4, '0')}`;
/** In pairs of one height, by name. */
const inOrder = Array.from({ length: many }, (_, at) => nameOf(at % 2 === 0 ? at + 1 : at - 1));

async function startNode(t: TestContext) {
  const home = mkdtempSync(join(tmpdir(), 'qord-lists-'));
  const { genesisFile } = homePaths(home);
  mkdirSync(dirname(genesisFile), { recursive: true });
  writeFileSync(genesisFile, formatGenesis({ ...genesisWith({ rdk: manyRollups() }), initialHeight: many }));
  const node = await startTestNode(t, { home, flags: { 'consensus.block-interval': '20ms' } });
  return (method: string, ...params: readonly unknown[]) =>
    postJson(node.urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
}

test('lists of any length are read as a whole or in parts, of one block', async (t) => {
  const call = await startNode(t);
  const list = async (...params: readonly unknown[]) =>
    z
      .array(z.object({ rollup_id: z.string() }))
      .parse((await call('qor_listRollups', ...params)).result)
      .map(({ rollup_id }) => rollup_id);
  assert.deepEqual(await list(), inOrder);
  assert.deepEqual(await list('text of older clients'), inOrder);
  assert.deepEqual(await list({}), inOrder);
  const parts: string[] = [];
  for (let part = await list({ limit: 100 }); part.length > 0; part = await list({ limit: 100, after: part.at(-1) }))
    parts.push(...part);
  assert.deepEqual(parts, inOrder);
  assert.deepEqual(await list({ limit: 1, after: inOrder[49] }), [inOrder[50]]);
  assert.deepEqual(await list({ limit: 1_000_000, after: inOrder.at(-2) }), inOrder.slice(-1));
  const code = async (...params: readonly unknown[]) =>
    z.object({ code: z.number() }).parse((await call('qor_listRollups', ...params)).error).code;
  assert.equal(await code({ after: 'nobody' }), -32001);
  for (const wrong of [{ limit: 0 }, { limit: 1.5 }, { limit: '1' }, { after: '' }, { after: 1 }, { from: 'x' }, [], 7])
    assert.equal(await code(wrong), -32602, JSON.stringify(wrong));
  assert.equal(await code({}, {}), -32602);

  const rows = z.array(z.object({ key: z.tuple([z.string()]) }));
  const records = async (...rest: readonly unknown[]) =>
    rows.parse((await call('qord_listRecords', 'rdk', 'rollup', [], ...rest)).result).map(({ key }) => key[0]);
  const sorted = [...inOrder].sort();
  assert.deepEqual(await records(1_000), sorted);
  for (const limit of [7, 8, 9, 16, 17])
    assert.deepEqual(await records(limit, [sorted[5]]), sorted.slice(5, 5 + limit), `${limit} rows`);
  assert.deepEqual(await records(5, ['s0000']), []);

  const page = z.object({ entries: z.array(z.tuple([z.string(), z.string()])), next: z.string().nullable() });
  const entries = async (...rest: readonly unknown[]) =>
    page.parse((await call('qord_getEntries', rdkAddress, ...rest)).result);
  const genesis = `0x${(many - 1).toString(16)}`;
  const whole = await entries('0x', 1_000, genesis);
  assert.equal(whole.next, null);
  for (const limit of [7, 8, 9, 500]) {
    let read: (readonly [string, string])[] = [];
    let next: string | null = '0x';
    for (let count = 0; next !== null && count < 5; count++) {
      const part: z.infer<typeof page> = await entries(next, limit, genesis);
      read = [...read, ...part.entries];
      next = part.next;
    }
    assert.deepEqual(read, whole.entries.slice(0, read.length));
  }
});
