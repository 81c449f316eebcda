import type { HttpOptions } from '../options.ts';
import { AllowedHosts } from './access/allowed-hosts.ts';
import { Clients } from './access/client.ts';

/** What holds for the connections of all interfaces together. */
export type ConnectionRules = {
  readonly clients: Clients;
  readonly hosts: AllowedHosts;
};

export function createConnectionRules(options: HttpOptions): ConnectionRules {
  return {
    clients: new Clients(options['trusted-proxies']),
    hosts: new AllowedHosts(options['allowed-hosts']),
  };
}
