import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { startTracerNode } from './tracer-node.ts';

type Fixture = {
  /** what the call sends */
  readonly call: object;
  readonly balances: Readonly<Record<string, string>>;
  readonly codes: Readonly<Record<string, Readonly<Record<string, string>>>>;
  readonly sources: Readonly<Record<string, string>>;
  readonly cases: readonly {
    readonly program: string;
    readonly tracer: string;
    readonly tracerConfig?: object;
    readonly result: unknown;
  }[];
};

const path = fileURLToPath(new URL('../../../src/rpc/fixtures/geth-traces.json', import.meta.url));
const { call, balances, codes, sources, cases }: Fixture = JSON.parse(readFileSync(path, 'utf8'));

test('tracers return what go-ethereum returns', { timeout: 600_000 }, async (t) => {
  const { ask } = await startTracerNode(t);
  assert.ok(cases.length > 30);
  for (const { program, tracer, tracerConfig, result } of cases) {
    const stateOverrides: Record<string, object> = Object.fromEntries(
      Object.entries(codes[program] ?? {}).map(([address, code]) => [address, { code }]),
    );
    for (const [address, balance] of Object.entries(balances))
      stateOverrides[address] = Object.assign(stateOverrides[address] ?? {}, { balance });
    const config = { tracer: sources[tracer] ?? tracer, tracerConfig, stateOverrides };
    assert.deepEqual(await ask('debug_traceCall', call, 'latest', config), result, `${program}, ${tracer}`);
  }
});
