import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ArrivingTransactions } from '../../../mempool/arriving-transactions.ts';
import { mempoolOptions } from '../../../mempool/options.ts';
import { testRules } from '../../../testing/interfaces/server-rules.ts';
import { claimsOf, Quota, takeAll } from '../../quota.ts';
import type { Client } from '../../session.ts';
import { clientAt } from './client.ts';

/** Takes a piece of what all share; false without room. */
type Take = (client: Client) => boolean;

/** By name, what clients share, each with its default limits. */
function sharedLimits(): Readonly<Record<string, Take>> {
  const { connections, unfinished } = testRules();
  const mempool = mempoolOptions.parse({});
  const arriving = new ArrivingTransactions({
    total: mempool['max-arriving-bytes'],
    perClient: mempool['max-arriving-bytes-per-client'],
  });
  const quota = (limit: number) => new Quota({ key: 'a.limit', limit, counts: 'subscriptions' });
  const [one, all] = [quota(25_000), quota(100_000)];
  return {
    connections: (client) => connections.open(client) === undefined,
    'unfinished bytes': (client) => unfinished.share(client).hold(100_000) === undefined,
    'arriving bytes': (client) => {
      try {
        arriving.add(100_000, client);
        return true;
      } catch {
        return false;
      }
    },
    quotas: ({ network }) => takeAll(claimsOf(one, all, network, 10)) === undefined,
  };
}

test('all addresses of an IPv6 network of 48 bits cannot take what is for clients with little', () => {
  for (const [name, take] of Object.entries(sharedLimits())) {
    for (let subnet = 0; subnet < 65_536; subnet++) {
      const client = clientAt(`2001:db8:7:${subnet.toString(16)}::1`);
      for (let taken = 0; taken < 10 && take(client); taken++);
    }
    for (const other of ['10.0.0.1', '2001:db8:8::1']) assert.ok(take(clientAt(other)), `${name} for ${other}`);
  }
});
