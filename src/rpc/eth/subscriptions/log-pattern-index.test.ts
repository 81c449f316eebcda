import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Log } from '../../../kernel/engine.ts';
import type { Address } from '../../../primitives/address.ts';
import { emptyBytes } from '../../../primitives/bytes.ts';
import type { Hash } from '../../../primitives/hash.ts';
import type { Recipient } from '../../deliveries.ts';
import { clientAt } from '../../server/access/client.ts';
import { logRequestType } from '../logs/log-request.ts';
import { LogPatternIndex } from './log-pattern-index.ts';

const addressOf = (number: number) => `0x${number.toString(16).padStart(40, '0')}` as Address;
const topicOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}` as Hash;

type Wanted = { readonly address: readonly number[]; readonly topics: readonly (readonly number[])[] };
type Emitted = { readonly address: number; readonly topics: readonly number[] };

const small = fc.integer({ min: 0, max: 3 });
const wanted: fc.Arbitrary<Wanted> = fc.record({
  address: fc.array(small, { maxLength: 4 }),
  topics: fc.array(fc.array(small, { maxLength: 3 }), { maxLength: 4 }),
});
const emitted: fc.Arbitrary<Emitted> = fc.record({ address: small, topics: fc.array(small, { maxLength: 4 }) });

/** As the specification of eth_newFilter has it, term by term. */
function matches(pattern: Wanted, log: Emitted): boolean {
  if (pattern.address.length > 0 && !pattern.address.includes(log.address)) return false;
  if (pattern.topics.length > log.topics.length) return false;
  return pattern.topics.every((accepted, at) => accepted.length === 0 || accepted.includes(log.topics[at] ?? -1));
}

function patternOf({ address, topics }: Wanted) {
  return logRequestType.parse({ address: address.map(addressOf), topics: topics.map((terms) => terms.map(topicOf)) });
}

function logOf({ address, topics }: Emitted): Log {
  return { address: addressOf(address), topics: topics.map(topicOf), data: emptyBytes };
}

type Numbered = Recipient & { readonly number: number };

const sessions = Array.from({ length: 3 }, () => ({ send: () => {}, onClose: () => {}, end: () => {} }));

/** Those with the same remainder belong to the same session. */
function numbered(number: number): Numbered {
  const session = sessions[number % sessions.length];
  assert.ok(session !== undefined);
  return { number, session, client: clientAt('10.0.0.1') };
}

/** What matches a log, which is the same whether all sessions are asked together or each alone. */
function numbersIn(index: LogPatternIndex<Numbered>, log: Log): number[] {
  const ascending = (items: Iterable<Numbered>) => [...items].map(({ number }) => number).sort((a, b) => a - b);
  const together = ascending([...index.matching(log)].flatMap((group) => [...group]));
  assert.deepEqual(ascending(sessions.flatMap((session) => [...index.matchingOf(log, session)])), together);
  return together;
}

test('the index finds what comparing every pattern finds, also after some are removed', () => {
  const property = fc.property(
    fc.array(fc.tuple(wanted, fc.boolean()), { maxLength: 80 }),
    fc.array(wanted, { maxLength: 20 }),
    fc.array(emitted, { minLength: 1, maxLength: 20 }),
    (first, later, logs) => {
      const index = new LogPatternIndex<Numbered>();
      const kept = new Map<number, Wanted>();
      const removals = first.map(([pattern, stays], number) => {
        if (stays) kept.set(number, pattern);
        return { stays, remove: index.add(patternOf(pattern), numbered(number)) };
      });
      for (const { stays, remove } of removals) if (!stays) remove();
      for (const [offset, pattern] of later.entries()) {
        kept.set(first.length + offset, pattern);
        index.add(patternOf(pattern), numbered(first.length + offset));
      }
      for (const log of logs) {
        const expected = [...kept].filter(([, pattern]) => matches(pattern, log)).map(([number]) => number);
        assert.deepEqual(numbersIn(index, logOf(log)), expected);
      }
      assert.equal(index.isEmpty, kept.size === 0);
    },
  );
  fc.assert(property, { numRuns: 300 });
});

test('terms that thousands of patterns share are found like others, and removed with the last of them', () => {
  const index = new LogPatternIndex<Numbered>();
  const patterns = Array.from({ length: 3000 }, (_, number) => ({ address: [1], topics: [[number % 2], [number]] }));
  const removals = patterns.map((pattern, number) => index.add(patternOf(pattern), numbered(number)));
  const found = (address: number, ...topics: number[]) => numbersIn(index, logOf({ address, topics }));
  assert.deepEqual(found(1, 1, 2501), [2501]);
  assert.deepEqual(found(1, 0, 2501), []);
  assert.deepEqual(found(2, 1, 2501), []);
  removals[2501]?.();
  assert.deepEqual(found(1, 1, 2501), []);
  assert.deepEqual(found(1, 1, 2503), [2503]);
  for (const remove of removals) remove();
  assert.equal(index.isEmpty, true);
});
