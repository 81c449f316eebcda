import type { Client } from '../../session.ts';
import { type CommonHeaders, type HttpReply, textReply } from '../http-reply.ts';
import type { UnreadBytes } from '../unread-responses.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import { Origins } from './origins.ts';

/** The header fields that decide whether a request is served. */
export type SenderFields = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly forwardedFor: string | undefined;
};

/** What the Host and the Origin of a request decide about it. */
export type Admission = {
  /** The error reply when the request is not served. */
  readonly rejection: HttpReply | undefined;
  /** The origin of a web page that may only read; undefined for all other clients. */
  readonly readOnlyOrigin: string | undefined;
  /** Headers of the response besides those that all responses have. */
  readonly headers: CommonHeaders;
};

/** The sender of a request: the client, its permissions, and the counter of its unread response. */
export type Sender = Pick<Admission, 'readOnlyOrigin' | 'headers'> & {
  readonly client: Client;
  readonly unread: UnreadBytes;
};

/** The hosts and origins that an interface serves. */
export class Access {
  readonly #section: string;
  readonly #hosts: AllowedHosts | undefined;
  readonly #origins: Origins;

  /** `section`: of the configuration, for error texts; `hosts`: undefined when all are allowed */
  constructor(section: string, hosts: AllowedHosts | undefined, origins: Origins) {
    this.#section = section;
    this.#hosts = hosts;
    this.#origins = origins;
  }

  /** Headers that all responses have (https://fetch.spec.whatwg.org/#http-cors-protocol). */
  get commonHeaders(): CommonHeaders {
    return this.#origins.allowsAny ? ['access-control-allow-origin', '*'] : ['vary', 'origin'];
  }

  admit({ host, origin }: Pick<SenderFields, 'host' | 'origin'>): Admission {
    const rejection = this.rejectHost(host) ?? this.#rejectOrigin(origin);
    if (origin === undefined || rejection !== undefined) return { ...noOrigin, rejection };
    const readOnlyOrigin = this.#origins.mayChange(origin) ? undefined : origin;
    return { rejection, readOnlyOrigin, headers: this.#headersFor(origin) };
  }

  /** The error reply when the interface is not served under that host; else undefined. */
  rejectHost(host: string | undefined): HttpReply | undefined {
    return this.#hosts === undefined ? undefined : rejectHost(this.#hosts, host);
  }

  /** Headers of the response to the preflight request of a browser, for an origin that is allowed. */
  preflightHeaders(origin: string | undefined): CommonHeaders {
    if (origin === undefined) return [];
    // pages of the internet may only reach a node on the user's own machine when the configuration names them
    const privateNetwork = this.#origins.mayChange(origin) ? ['access-control-allow-private-network', 'true'] : [];
    return [...this.#headersFor(origin), ...privateNetwork];
  }

  #headersFor(origin: string): CommonHeaders {
    return this.#origins.allowsAny ? [] : ['access-control-allow-origin', origin];
  }

  #rejectOrigin(origin: string | undefined): HttpReply | undefined {
    if (origin === undefined || this.#origins.mayRead(origin)) return undefined;
    const message = `pages of ${quote(origin)} may not call this node: cors-origin in [${this.#section}] does not name them`;
    const error = { code: 4100, message }; // EIP-1193: unauthorized
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
    return { status: 403, contentType: 'application/json', body };
  }
}

const noOrigin: Admission = { rejection: undefined, readOnlyOrigin: undefined, headers: [] };

/**
 * The access rules of an interface. With https the Host is not checked: a page whose name resolves to this machine has
 * no certificate for it. `guards`: pages may only read, unless they are local or the configuration names them, even
 * when `cors-origin` allows all.
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

/** The error reply to a request for a host that is not allowed; else undefined. */
export function rejectHost(hosts: AllowedHosts, host: string | undefined): HttpReply | undefined {
  if (hosts.has(host)) return undefined;
  const remedy = 'name it in allowed-hosts in section [http] of app.toml if it is yours';
  return textReply(403, `This node is not served under the name ${quote(host ?? '')}: ${remedy}.\n`);
}

/** Text of a client, quoted and cut, for an error message. */
function quote(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
