import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Faults } from '../../../primitives/faults.ts';
import type { AccountName } from '../../../svm/account-name.ts';
import { createGuard } from '../../guard.ts';
import type { LamportsBefore } from './block-view.ts';
import { RewoundAccounts } from './rewound-accounts.ts';

const [a, b] = ['a', 'b'] as unknown as [AccountName, AccountName];

test('removals of one turn are told once, with what accounts had before the first, and nothing is told twice', async () => {
  const told: LamportsBefore[] = [];
  const rewound = new RewoundAccounts((before) => told.push(before));
  rewound.add(new Map());
  await nextTurn();
  assert.equal(told.length, 0, 'nothing has changed');
  rewound.add(new Map([[a, 1n]]));
  rewound.add(
    new Map([
      [a, 2n],
      [b, undefined],
    ]),
  );
  rewound.add(new Map());
  assert.equal(told.length, 0, 'not while blocks are removed');
  await nextTurn();
  assert.deepEqual(told, [
    new Map([
      [a, 1n],
      [b, undefined],
    ]),
  ]);
  rewound.add(new Map([[a, 3n]]));
  await nextTurn();
  assert.deepEqual(told.slice(1), [new Map([[a, 3n]])]);
  await nextTurn();
  assert.equal(told.length, 2);
});

test('a message that cannot be made is noted, and the next removal is told', async () => {
  const noted: string[] = [];
  const faults = new Faults({
    log: ({ part }) => void noted.push(part),
    end: () => assert.fail('the node must not end'),
  });
  const guard = createGuard(faults, 'removals', () => {});
  let told = 0;
  const rewound = new RewoundAccounts(() =>
    guard(() => {
      if (++told === 1) throw new Error('injected');
    }),
  );
  rewound.add(new Map([[a, 1n]]));
  await nextTurn();
  rewound.add(new Map([[b, 1n]]));
  await nextTurn();
  assert.deepEqual([told, ...noted], [2, 'removals']);
});
