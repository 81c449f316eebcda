import type { Client } from '../../types.ts';
import { type CommonHeaders, type HttpReply, textReply } from '../http-reply.ts';
import type { UnreadBytes } from '../unread-responses.ts';
import type { AllowedHosts } from './allowed-hosts.ts';
import type { Origins } from './origins.ts';

/** The header fields that tell who sends a request. */
export type SenderFields = {
  readonly host: string | undefined;
  readonly origin: string | undefined;
  readonly forwardedFor: string | undefined;
};

/** What holds for a request because of where it comes from and what host it is for. */
export type Admission = {
  /** Why it is not served. */
  readonly refusal: HttpReply | undefined;
  /** The origin of a web page that may only read; undefined for everybody else. */
  readonly readOnlyOrigin: string | undefined;
  /** Headers of its answer besides those that all answers have. */
  readonly headers: CommonHeaders;
};

/** Who sends a request: the client, what it may, and where its response is counted. */
export type Sender = Pick<Admission, 'readOnlyOrigin' | 'headers'> & {
  readonly client: Client;
  readonly unread: UnreadBytes;
};

/** Which hosts and origins an interface serves. */
export class Access {
  readonly #section: string;
  readonly #hosts: AllowedHosts | undefined;
  readonly #origins: Origins;

  /** `section`: of the configuration, for the texts; `hosts`: undefined where any will do */
  constructor(section: string, hosts: AllowedHosts | undefined, origins: Origins) {
    this.#section = section;
    this.#hosts = hosts;
    this.#origins = origins;
  }

  /** Headers that all answers have (https://fetch.spec.whatwg.org/#http-cors-protocol). */
  get commonHeaders(): CommonHeaders {
    return this.#origins.allowsAny ? ['access-control-allow-origin', '*'] : ['vary', 'origin'];
  }

  admit({ host, origin }: Pick<SenderFields, 'host' | 'origin'>): Admission {
    const refusal = this.hostRefusal(host) ?? this.#originRefusal(origin);
    if (origin === undefined || refusal !== undefined) return { ...everybody, refusal };
    const readOnlyOrigin = this.#origins.mayChange(origin) ? undefined : origin;
    return { refusal, readOnlyOrigin, headers: this.#headersFor(origin) };
  }

  hostRefusal(host: string | undefined): HttpReply | undefined {
    return this.#hosts === undefined ? undefined : hostRefusal(this.#hosts, host);
  }

  /** Headers of the answer to a browser that asks whether pages of an allowed origin may send a request. */
  preflightHeaders(origin: string | undefined): CommonHeaders {
    if (origin === undefined) return [];
    // pages of the internet have no business with a node on the user's own machine unless it is said so
    const reach = this.#origins.mayChange(origin) ? ['access-control-allow-private-network', 'true'] : [];
    return [...this.#headersFor(origin), ...reach];
  }

  #headersFor(origin: string): CommonHeaders {
    return this.#origins.allowsAny ? [] : ['access-control-allow-origin', origin];
  }

  #originRefusal(origin: string | undefined): HttpReply | undefined {
    if (origin === undefined || this.#origins.mayRead(origin)) return undefined;
    const message = `pages of ${shown(origin)} may not call this node: cors-origin in [${this.#section}] does not name them`;
    const error = { code: 4100, message }; // EIP-1193: unauthorized
    const body = JSON.stringify({ jsonrpc: '2.0', id: null, error });
    return { status: 403, contentType: 'application/json', body };
  }
}

const everybody: Admission = { refusal: undefined, readOnlyOrigin: undefined, headers: [] };

/** Why a request for that host is not served. */
export function hostRefusal(hosts: AllowedHosts, host: string | undefined): HttpReply | undefined {
  if (hosts.has(host)) return undefined;
  const remedy = 'name it in allowed-hosts in section [http] of app.toml if it is yours';
  return textReply(403, `This node is not served under the name ${shown(host ?? '')}: ${remedy}.\n`);
}

/** What came from outside, for a message. */
function shown(text: string): string {
  return JSON.stringify(text.slice(0, 100));
}
