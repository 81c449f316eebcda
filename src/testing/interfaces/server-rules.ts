import { Faults } from '../../primitives/faults.ts';
import { jsonRpcOptions } from '../../rpc/options.ts';
import type { Access } from '../../rpc/server/access/access.ts';
import { createAccess } from '../../rpc/server/access/access.ts';
import { type ConnectionRules, createConnectionRules } from '../../rpc/server/connections.ts';
import { httpOptions } from '../../rpc/server/options.ts';
import { testMainThread } from '../process/main-thread.ts';

/** The rules of a server with default settings except the given ones. Any Host is allowed. */
export function testRules(changes: Record<string, unknown> = {}, faults = new Faults()): ConnectionRules {
  return createConnectionRules(httpOptions.parse({ 'allowed-hosts': '*', ...changes }), {
    faults,
    mainThread: testMainThread(),
  });
}

/** What a server lets web pages do by default, or pages of the given origins; `guards` as on a development network. */
export function testAccess(origins = '*', { rules = testRules(), guards = false } = {}): Access {
  return createAccess('json-rpc', jsonRpcOptions.parse({ 'cors-origin': origins }), rules.hosts, guards);
}
