import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { encodeRlp } from '../../primitives/rlp/encode.ts';
import { count } from './scalars.ts';
import { laterMember, struct } from './structures.ts';

test('later members leave rows as they were while they are empty, and documents may omit them', () => {
  const before = struct({ one: count, two: count });
  const after = struct({ one: count, two: count, three: laterMember(count), four: laterMember(count) });
  const written = (three: number, four: number) => encodeRlp(after.encode({ one: 1, two: 0, three, four }));
  assert.deepEqual(written(0, 0), encodeRlp(before.encode({ one: 1, two: 0 })));
  for (const [three, four] of [
    [0, 0],
    [5, 0],
    [0, 6],
    [5, 6],
  ] as const)
    assert.deepEqual(after.decode(decodeRlp(written(three, four))), { one: 1, two: 0, three, four });
  assert.equal(new Set([written(0, 0), written(5, 0), written(0, 6)].map(String)).size, 3);
  assert.deepEqual(after.fromPlain({ one: 1, two: 0 }), { one: 1, two: 0, three: 0, four: 0 });
});
