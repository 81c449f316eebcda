import { Access } from './access.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { Origins } from './origins.ts';

/**
 * What an interface lets pages do. With https the host is not looked at: a page whose name leads to this machine has no
 * certificate of it. `guards`: whether any page may only read, also where all may call.
 */
export function createAccess(
  section: string,
  options: { readonly 'cors-origin': readonly string[]; readonly 'tls-certificate': string },
  hosts: AllowedHosts,
  guards: boolean,
): Access {
  const isSecure = options['tls-certificate'] !== '';
  return new Access(section, isSecure ? undefined : hosts, new Origins(options['cors-origin'], guards));
}
