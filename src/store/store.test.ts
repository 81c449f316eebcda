import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, type TestContext, test } from 'node:test';
import fc from 'fast-check';
import { Batch } from './batch.ts';
import { openLmdbStore } from './lmdb-store.ts';
import { createMemoryStore } from './memory-store.ts';
import type { Reader, Row, Store } from './types.ts';

type Maker = (context: TestContext) => Store;

const makers: Record<string, Maker> = {
  memory: () => createMemoryStore(),
  lmdb: (context) => temporaryStore(context, true),
  'not durable lmdb': (context) => temporaryStore(context, false),
};

function temporaryStore(context: TestContext, durable: boolean): Store {
  const directory = mkdtempSync(join(tmpdir(), 'qord-store-'));
  const store = openLmdbStore(directory, { durable });
  context.after(async () => {
    await store.close();
    rmSync(directory, { recursive: true });
  });
  return store;
}

const bytes = (...values: number[]) => Uint8Array.from(values);
const plain = (rows: Iterable<Row>) => [...rows].map(([key, value]) => [[...key], [...value]]);

function batchOf(...rows: readonly (readonly [number, Uint8Array, Uint8Array | undefined])[]): Batch {
  const batch = new Batch();
  for (const [table, key, value] of rows) {
    if (value === undefined) batch.remove(table, key);
    else batch.put(table, key, value);
  }
  return batch;
}

for (const [name, make] of Object.entries(makers)) {
  describe(`the ${name} store`, () => {
    test('finds committed rows, in their table only', (context) => {
      const store = make(context);
      store.commit(batchOf([1, bytes(1), bytes(10)], [2, bytes(1), bytes()], [3, bytes(), bytes(7)]));
      assert.deepEqual([...(store.get(1, bytes(1)) ?? [])], [10]);
      assert.equal(store.get(2, bytes(1))?.length, 0);
      assert.deepEqual([...(store.get(3, bytes()) ?? [])], [7]);
      assert.equal(store.get(1, bytes(2)), undefined);
      assert.equal(store.has(2, bytes(1)), true);
      assert.equal(store.has(4, bytes(1)), false);
    });

    test('keys have as many bytes as they may, one less, and not one more', (context) => {
      const store = make(context);
      const key = (length: number) => new Uint8Array(length).fill(0xee);
      const lengths = [0, 1, 1_899, 1_900];
      store.commit(batchOf(...lengths.map((length) => [254, key(length), bytes(length & 255)] as const)));
      assert.throws(() => batchOf([1, key(1_901), bytes()]), /a key of 1901 bytes: the limit is 1900/);
      for (const length of lengths) assert.deepEqual([...(store.get(254, key(length)) ?? [])], [length & 255]);
      assert.deepEqual(
        [...store.range(254)].map(([found]) => found.length),
        lengths,
      );
      store.commit(batchOf([254, key(1_900), undefined]));
      assert.equal(store.has(254, key(1_900)), false);
      assert.equal(store.has(254, key(1_899)), true);
    });

    test('values as long as a page of the database, a little less and a little more are kept', (context) => {
      const store = make(context);
      const lengths = [2_020, 4_060, 4_096, 8_176].flatMap((length) =>
        Array.from({ length: 41 }, (_, more) => length - 20 + more),
      );
      const key = (index: number) => bytes(index >> 8, index & 255);
      const write = (fill: number) =>
        store.commit(batchOf(...lengths.map((length, at) => [1, key(at), new Uint8Array(length).fill(fill)] as const)));
      for (const fill of [1, 2]) {
        write(fill);
        for (const [at, length] of lengths.entries()) {
          const value = store.get(1, key(at));
          assert.deepEqual([value?.length, value?.[0], value?.at(-1)], [length, fill, fill]);
        }
      }
    });

    test('a commit in the background of few rows, as many as it takes to use a thread, and one more is whole', async (context) => {
      const store = make(context);
      for (const [fill, count] of [499, 500, 501].entries()) {
        const rows = Array.from({ length: count }, (_, at) => [1, bytes(at >> 8, at & 255), bytes(fill)] as const);
        let seen: number | undefined;
        await store.commitInBackground(batchOf(...rows), () => {
          seen = store.get(1, bytes((count - 1) >> 8, (count - 1) & 255))?.[0];
        });
        assert.equal(seen, fill, 'it is seen when it is told');
        assert.deepEqual([...store.range(1)].length, count);
        assert.ok([...store.range(1)].every(([, value]) => value[0] === fill));
      }
    });

    test('get returns a copy of a value of any length', (context) => {
      const store = make(context);
      const values = [0, 1, 131_071, 131_072, 3_000_000, 17_000_000].map((length) =>
        new Uint8Array(length).fill(length),
      );
      store.commit(batchOf(...values.map((value, index) => [1, bytes(index), value] as const)));
      const found = values.map((_, index) => store.get(1, bytes(index)));
      assert.deepEqual(found, values);
      for (const value of found) value?.fill(1);
      store.commit(batchOf(...found.map((value, index) => [2, bytes(index), value] as const)));
      values.forEach((value, index) => {
        assert.deepEqual(store.get(1, bytes(index)), value);
        assert.deepEqual(store.get(2, bytes(index)), value.fill(1), 'what get returns can be put');
      });
    });

    test('withValue passes a value that is valid during the call', (context) => {
      const store = make(context);
      const long = new Uint8Array(100_000).map((_, index) => index);
      store.commit(batchOf([1, bytes(1), bytes(10, 11)], [1, bytes(2), long], [1, bytes(3), bytes()]));
      const copyOf = (key: number) => store.withValue(1, bytes(key), (value) => value.slice());
      assert.deepEqual(copyOf(1), bytes(10, 11));
      assert.deepEqual(copyOf(2), long);
      assert.deepEqual(copyOf(1), bytes(10, 11));
      assert.equal(copyOf(3)?.length, 0);
      assert.equal(copyOf(4), undefined);
    });

    test('the last of several writes to one key wins', (context) => {
      const store = make(context);
      store.commit(batchOf([1, bytes(1), bytes(1)], [1, bytes(1), bytes(2)], [1, bytes(2), bytes(1)]));
      store.commit(batchOf([1, bytes(2), undefined], [1, bytes(9), undefined]));
      assert.deepEqual(plain(store.range(1)), [[[1], [2]]]);
    });

    test('range: start inclusive, end exclusive, both directions, limits, boundaries of tables', (context) => {
      const store = make(context);
      const keys = [bytes(), bytes(0), bytes(0, 0), bytes(0, 255), bytes(1), bytes(255), bytes(255, 255)];
      store.commit(batchOf([1, bytes(255), bytes()], [3, bytes(), bytes()]));
      store.commit(batchOf(...keys.map((key) => [2, key, bytes(key.length)] as const)));
      const listed = (options: Parameters<Reader['range']>[1]) => plain(store.range(2, options)).map(([key]) => key);
      const all = keys.map((key) => [...key]);
      assert.deepEqual(listed({}), all);
      assert.deepEqual(listed({ reverse: true }), all.toReversed());
      assert.deepEqual(listed({ start: bytes(0), end: bytes(1) }), [[0], [0, 0], [0, 255]]);
      assert.deepEqual(listed({ start: bytes(0), end: bytes(1), reverse: true }), [[0, 255], [0, 0], [0]]);
      assert.deepEqual(listed({ start: bytes(0, 1), limit: 2 }), [[0, 255], [1]]);
      assert.deepEqual(listed({ end: bytes(1), reverse: true, limit: 1 }), [[0, 255]]);
      assert.deepEqual(listed({ limit: 0 }), []);
      assert.deepEqual(listed({ start: bytes(1), end: bytes(1) }), []);
      assert.deepEqual(listed({ start: bytes(2), end: bytes(1), reverse: true }), []);
    });

    test('reads are possible within the loop over a range, which may end early', (context) => {
      const store = make(context);
      store.commit(batchOf([1, bytes(1), bytes(2)], [1, bytes(2), bytes(3)], [1, bytes(3), bytes(1)]));
      const seen: number[] = [];
      for (const [key, value] of store.range(1)) {
        for (const [inner] of store.range(1, { start: value, limit: 1 })) seen.push(key[0] ?? 0, inner[0] ?? 0);
        if (seen.length === 4) break;
      }
      assert.deepEqual(seen, [1, 2, 2, 3]);
    });

    test('reads see a commit in the background from the turn on in which it is done', async (context) => {
      const store = make(context);
      store.commit(batchOf([1, bytes(1), bytes(1)]));
      const many = Array.from({ length: 1_000 }, (_, index) => [1, bytes(2, index >> 8, index), bytes(index)] as const);
      for (const rows of [[[1, bytes(1), bytes(2)] as const], [[1, bytes(1), undefined] as const, ...many]]) {
        const before = plain(store.range(1));
        let isDone = false;
        const turns = setInterval(() => {
          if (!isDone) assert.deepEqual(plain(store.range(1)), before);
        });
        const written = store.commitInBackground(batchOf(...rows), () => {
          isDone = true;
          assert.equal(plain(store.range(1)).length, rows.length === 1 ? 1 : many.length);
          assert.equal(store.get(1, bytes(1))?.[0], rows.length === 1 ? 2 : undefined);
        });
        assert.deepEqual(isDone ? [] : plain(store.range(1)), isDone ? [] : before);
        await store.whenIdle(() => {});
        assert.equal(isDone, true);
        await written;
        clearInterval(turns);
      }
    });

    test('a commit in the background rejects with what is thrown when it is done, and others can follow', async (context) => {
      const store = make(context);
      const failing = store.commitInBackground(batchOf([1, bytes(1), bytes(1)]), () => {
        throw new RangeError('not now');
      });
      await assert.rejects(failing, RangeError);
      await store.whenIdle(() => {});
      store.commit(batchOf([1, bytes(2), bytes(2)]));
      await store.commitInBackground(batchOf([1, bytes(3), bytes(3)]), () => {});
      assert.deepEqual(plain(store.range(1)), [
        [[1], [1]],
        [[2], [2]],
        [[3], [3]],
      ]);
    });

    test('get returns copies', (context) => {
      const store = make(context);
      store.commit(batchOf([1, bytes(1), bytes(5, 6)]));
      store.get(1, bytes(1))?.fill(0);
      for (const [key, value] of store.range(1)) {
        key.fill(0);
        value.fill(0);
      }
      assert.deepEqual(plain(store.range(1)), [[[1], [5, 6]]]);
    });

    test('stores keys of 1,900 bytes and values of a mebibyte', (context) => {
      const store = make(context);
      const key = new Uint8Array(1_900).fill(3);
      const value = new Uint8Array(1 << 20).fill(4);
      store.commit(batchOf([1, key, value]));
      assert.deepEqual(store.get(1, key), value);
      assert.equal([...store.range(1)][0]?.[1].length, 1 << 20);
      assert.throws(() => batchOf([1, new Uint8Array(1_901), value]), RangeError);
    });

    test('equals a model under random batches', async (context) => {
      const store = make(context);
      const model = new Map<string, number>();
      const key = fc.uint8Array({ maxLength: 3 });
      const write = fc.tuple(key, fc.option(fc.nat(255), { nil: undefined }));
      const writes = fc.array(write, { maxLength: 20 });
      const property = fc.asyncProperty(writes, key, key, fc.boolean(), async (writes, start, end, inBackground) => {
        const batch = batchOf(...writes.map(([k, v]) => [7, k, v === undefined ? v : bytes(v)] as const));
        if (inBackground) await store.commitInBackground(batch, () => {});
        else store.commit(batch);
        for (const [k, v] of writes) {
          const text = Buffer.from(k).toString('latin1');
          if (v === undefined) model.delete(text);
          else model.set(text, v);
        }
        const [from, to] = [start, end].map((border) => Buffer.from(border).toString('latin1'));
        const expected = [...model]
          .filter(([k]) => k >= (from ?? '') && k < (to ?? ''))
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([k, v]) => [[...Buffer.from(k, 'latin1')], [v]]);
        assert.deepEqual(plain(store.range(7, { start, end })), expected);
        assert.deepEqual(plain(store.range(7, { start, end, reverse: true })), expected.toReversed());
      });
      await fc.assert(property, { numRuns: 150 });
    });
  });
}
