import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { keccak256 } from '@qord/curves/keccak';
import type { NativeResult } from '../kernel/engine.ts';
import { bigintToFixedBytes, bytesToBigint } from '../primitives/bytes.ts';
import { parseHash } from '../primitives/hash.ts';
import { assemble, type Part, returnTop } from '../testing/evm/assemble.ts';
import { address, contract, createEvmHarness, slotKey } from '../testing/evm/harness.ts';
import { ExhaustedError } from './instance/exhausted-error.ts';
import { success } from './testing/native-contracts.ts';

/** What of the layout of the engine's memory has a size, with the test that fills it: one less, full, one more. */
const tests: Readonly<Record<string, string>> = {
  STATIC_DATA_END: 'assembly/index.ts', // `initialize` of every instance traps
  MAX_BLOB_HASHES: 'engine-fixed-sizes.test.ts',
  OPCODE_TABLE: 'instruction-set/instruction-set.test.ts', // 256 opcodes
  MAX_CODES: 'engine-cache.test.ts',
  STACK_BYTES: 'engine-memory.test.ts',
  STACK_TOP: 'engine-memory-use.test.ts',
  RETURN_DATA_END: 'engine-fixed-sizes.test.ts',
  MAX_FRAME_MEMORY: 'engine-bounds.test.ts',
  ACCOUNT_INDEX: 'engine-tables.test.ts',
  MAX_ACCOUNTS: 'engine-bounds.test.ts',
  SLOT_INDEX: 'engine-tables.test.ts',
  MAX_SLOTS: 'engine-bounds.test.ts',
  TRANSIENT_INDEX: 'engine-tables.test.ts',
  MAX_TRANSIENTS: 'engine-bounds.test.ts',
  MAX_JOURNAL: 'engine-bounds.test.ts',
  LOGS_END: 'engine-bounds.test.ts',
  KECCAK_CACHE: 'engine-fixed-sizes.test.ts',
  BLOCK_TABLE: '../../tools/fuzz/engine-blocks.test.ts',
  STREAM_END: '../../tools/fuzz/engine-blocks.test.ts',
  CODE_SLOT_BYTES: 'engine-memory-use.test.ts',
  USUAL_MEMORY_END: 'engine-memory-use.test.ts',
};

test('all that has a size in the memory of the engine has a test that fills it', () => {
  const read = (path: string) => readFileSync(new URL(`../../src/evm/${path}`, import.meta.url), 'utf8');
  const names = [...read('assembly/layout.ts').matchAll(/^export const (\w+)/gm)].map(([, name]) => name ?? '');
  const sized = names.filter((name) => /^MAX_|_(END|CACHE|TABLE|INDEX|BYTES|TOP)$/.test(name));
  assert.deepEqual(sized, Object.keys(tests));
  for (const file of Object.values(tests)) assert.ok(read(file).length > 0, file);
});

test('33 MiB of return data fit; one byte more is an error that leaves nothing', () => {
  const large = address(0x1a49e);
  const room = 33 * 2 ** 20;
  let result: NativeResult = success(new Uint8Array(0));
  const harness = createEvmHarness({
    [large]: {
      name: 'large',
      stateful: false,
      gas: () => 0n,
      run: () => ('output' in result ? result.output : undefined),
    },
  });
  const code = assemble(0, 0, 0, 0, BigInt(large), 'GAS', 'STATICCALL', 'POP', 'RETURNDATASIZE', ...returnTop);
  for (const length of [room - 1, room]) {
    result = success(new Uint8Array(length));
    assert.equal(harness.runCode(code).word, BigInt(length));
  }
  result = success(new Uint8Array(room + 1));
  assert.throws(() => harness.runCode(code), ExhaustedError);
  result = success(new Uint8Array(7));
  assert.equal(harness.runCode(code).word, 7n);
});

test('256 blob hashes fit, more than any block may have; one more is an error', () => {
  const harness = createEvmHarness();
  const hashes = Array.from({ length: 257 }, (_, at) => parseHash(slotKey(at + 1)));
  const last = (count: number) => {
    harness.put(contract, { code: assemble(count - 1, 'BLOBHASH', count, 'BLOBHASH', 'ADD', ...returnTop), nonce: 1n });
    return harness.run({ blobHashes: hashes.slice(0, count) }).word;
  };
  for (const count of [1, 255, 256]) assert.equal(last(count), BigInt(count), 'beyond the last there is zero');
  assert.throws(() => last(257), RangeError);
  assert.equal(last(2), 2n);
});

test('hashes of 64 bytes are right, however many of them share the entries of their cache', () => {
  const harness = createEvmHarness();
  const body: Part[] = [32, 'CALLDATALOAD', 32, 'MSTORE', 64, 0, 'KECCAK256'];
  harness.put(contract, { code: assemble(0, 'CALLDATALOAD', 0, 'MSTORE', ...body, ...returnTop), nonce: 1n });
  const inputs = Array.from({ length: 3_000 }, (_, at) =>
    Buffer.concat([bigintToFixedBytes(BigInt(at % 50) << BigInt(at % 200), 32), bigintToFixedBytes(BigInt(at), 32)]),
  );
  for (const data of [...inputs, ...inputs.toReversed()]) {
    assert.equal(harness.run({ data }).word, bytesToBigint(keccak256(data)));
  }
});
