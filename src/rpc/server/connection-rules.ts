import type { Socket } from 'node:net';
import { AllowedHosts } from './access/allowed-hosts.ts';
import { Clients } from './access/client.ts';
import { BodyBudget } from './body-budget.ts';
import { ConnectionCount } from './connection-count.ts';
import type { HttpOptions } from './options.ts';
import { UnreadResponses, type UnreadShare } from './unread-responses.ts';

/** What holds for the connections of all interfaces together. */
export type ConnectionRules = {
  readonly clients: Clients;
  readonly hosts: AllowedHosts;
  readonly connections: ConnectionCount;
  readonly bodies: BodyBudget;
  /** What a connection has not read, of the total; the same whenever it is asked for. */
  readonly unreadOf: (socket: Socket) => UnreadShare;
};

export function createConnectionRules(options: HttpOptions): ConnectionRules {
  const clients = new Clients(options['trusted-proxies']);
  const total = options['max-connections'];
  const perClient = options['max-connections-per-client'];
  const unread = new UnreadResponses({
    total: options['max-unread-responses'],
    perConnection: options['max-unread-per-connection'],
  });
  return {
    clients,
    hosts: new AllowedHosts(options['allowed-hosts']),
    connections: new ConnectionCount({ total, perClient }, (client) => clients.isProxy(client)),
    bodies: new BodyBudget(options['max-unfinished-bodies']),
    unreadOf: sharesOf(unread),
  };
}

function sharesOf(unread: UnreadResponses): (socket: Socket) => UnreadShare {
  const shares = new WeakMap<Socket, UnreadShare>();
  return (socket) => {
    const known = shares.get(socket);
    if (known !== undefined) return known;
    const share = unread.share(() => socket.destroy());
    shares.set(socket, share);
    socket.once('close', () => share.close());
    return share;
  };
}
