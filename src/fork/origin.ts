import { setMaxListeners } from 'node:events';
import { clearTimeout, setTimeout, sleep } from '../primitives/machine.ts';
import { parseJson } from '../rpc/dispatch/parse-json.ts';
import { isJsonObject } from '../rpc/dispatch/request.ts';
import { writeJson } from '../rpc/dispatch/write-json.ts';
import type { JsonValue } from '../rpc/json-value.ts';
import { RpcError } from '../rpc/rpc-error.ts';
import { OriginError } from '../state/origin-state.ts';
import type { ForkOptions } from './options.ts';
import { RequestSlots } from './request-slots.ts';

type OriginOptions = Pick<
  ForkOptions,
  'url' | 'headers' | 'timeout' | 'retries' | 'retry-backoff' | 'max-requests' | 'max-waiting' | 'max-response-size'
>;

/** Nesting of a response: call traces have two levels for each of 1024 calls. */
const maxDepth = 4_096;
/** Items and members of a response: those of 8,000 logs. With the size they bound its parsing to a tenth of a second. */
const maxValues = 200_000;
const maxErrorText = 500;

/** A failure that is often over soon: the request is repeated. */
class TransientError extends Error {}

/** The JSON-RPC interface of the network that a fork was made from. */
export class Origin {
  readonly #options: OriginOptions;
  readonly #slots: RequestSlots;
  readonly #questions = new RequestSlots({ running: 4, waiting: 32 });
  readonly #closing = new AbortController();
  /** the host that the configured headers may go to: they often contain a key */
  readonly #trusted: string;
  /** Identity by which the node recognizes itself behind the origin. */
  readonly #nodeId: string | undefined;
  #url: string;
  /** resolves once the origin at the URL is known to be another network */
  #isForeign: Promise<void> | undefined;

  /** `url`: '' when none is known; then every request fails. `nodeId`: of this node, once it can be asked itself. */
  constructor(url: string, options: OriginOptions, nodeId?: string) {
    this.#url = url;
    this.#nodeId = nodeId;
    this.#trusted = hostOf(options.url);
    this.#options = options;
    setMaxListeners(0, this.#closing.signal); // every request that waits listens; they are limited
    this.#slots = new RequestSlots({ running: options['max-requests'], waiting: options['max-waiting'] });
  }

  /** Scheme and host: paths and queries of such addresses often contain a key. */
  get name(): string {
    return hostOf(this.#url);
  }

  get url(): string {
    return this.#url;
  }

  /**
   * Another address of the same network. The configured headers are sent to the configured host only. Rejects with an
   * OriginError, and keeps the address, when what is behind the new one comes from this node.
   */
  async setUrl(url: string): Promise<void> {
    await this.#assertForeign(url);
    this.#url = url;
    this.#isForeign = undefined; // asked again: meanwhile the other may have been sent here
  }

  /**
   * Ids of the nodes that a request reaches: the origin, its origin, and so on, as far as they are development nodes of
   * this program; ends at one of `passed`. Undefined when the origin cannot be asked.
   */
  nodes(passed: readonly string[]): Promise<readonly string[] | undefined> {
    return this.#questions.run(() => this.#nodesAt(this.#url, passed));
  }

  async #nodesAt(url: string, passed: readonly string[]): Promise<readonly string[] | undefined> {
    if (url === '') return [];
    try {
      const ids = await this.#send('admin_forkedNodes', [passed], url);
      return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
    } catch (error) {
      return error instanceof TransientError ? undefined : [];
    }
  }

  /** Ends all requests. */
  close(): void {
    this.#closing.abort();
  }

  /**
   * Sends a request; repeats it with growing delays while the origin cannot be reached or limits the rate. Rejects with
   * an RpcError of the origin's code, words and data, or with an OriginError; both name the origin.
   */
  request(method: string, params: readonly JsonValue[]): Promise<JsonValue> {
    return this.#slots.run(() => this.#repeat(method, params));
  }

  async #repeat(method: string, params: readonly JsonValue[]): Promise<JsonValue> {
    if (this.#url === '') {
      throw new OriginError('this is not stored, and no origin is set: start with --fork-url, or call anvil_setRpcUrl');
    }
    this.#isForeign ??= this.#assertForeign(this.#url);
    await this.#isForeign;
    const { retries, 'retry-backoff': backoff } = this.#options;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#send(method, params);
      } catch (error) {
        if (!(error instanceof TransientError)) throw error;
        if (attempt >= retries || this.#closing.signal.aborted) {
          throw new OriginError(`origin ${this.name}: ${error.message}`);
        }
      }
      await sleep(backoff * 2 ** attempt, this.#closing.signal);
    }
  }

  /** Rejects when requests to this address would come back: each would wait for itself. */
  async #assertForeign(url: string): Promise<void> {
    if (this.#nodeId === undefined) return;
    const nodes = await this.#nodesAt(url, [this.#nodeId]);
    const isForeign = nodes?.includes(this.#nodeId) === false;
    if (!isForeign) this.#isForeign = undefined; // the next request asks again
    if (isForeign || nodes === undefined) return;
    const isThis = nodes[0] === this.#nodeId;
    const reason = isThis ? 'this is the node itself, not another network' : 'its state comes from this node';
    throw new OriginError(`origin ${hostOf(url)}: ${reason}`);
  }

  async #send(method: string, params: readonly JsonValue[], url: string = this.#url): Promise<JsonValue> {
    const body = writeJson({ jsonrpc: '2.0', id: 1, method, params });
    const { status, text } = await this.#post(url, body);
    const response = this.#parsed(text);
    if (isJsonObject(response) && isJsonObject(response.error)) throw this.#errorOf(response.error, status);
    if (status === 429 || status >= 500) throw new TransientError(`HTTP status ${status}: ${shortened(text)}`);
    if (isJsonObject(response) && response.result !== undefined) return response.result;
    throw new OriginError(`origin ${this.name}: HTTP status ${status}, not a JSON-RPC response: ${shortened(text)}`);
  }

  async #post(url: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
    const { timeout, headers } = this.#options;
    const { signal, end } = withTimeout(this.#closing.signal, timeout);
    try {
      const { href, authorization } = withoutCredentials(url);
      const own = hostOf(url) === this.#trusted ? headers : [];
      const all = new Headers({ 'content-type': 'application/json', ...authorization });
      for (const [name, value] of own) all.set(name, value);
      const response = await fetch(href, { method: 'POST', headers: all, body, signal });
      return { status: response.status, text: await this.#read(response) };
    } catch (error) {
      if (error instanceof OriginError) throw error;
      throw new TransientError(reasonOf(error, timeout));
    } finally {
      end();
    }
  }

  async #read(response: Response): Promise<string> {
    const limit = this.#options['max-response-size'];
    const parts: Uint8Array[] = [];
    let length = 0;
    for await (const part of response.body ?? []) {
      length += part.length;
      if (length > limit) {
        throw new OriginError(`origin ${this.name}: a response above ${limit} bytes (fork.max-response-size)`, -32005);
      }
      parts.push(part);
    }
    return Buffer.concat(parts).toString('utf8');
  }

  /** Undefined for an error page. */
  #parsed(text: string): JsonValue | undefined {
    try {
      return parseJson(text, maxDepth, maxValues);
    } catch (error) {
      if (!(error instanceof RangeError)) return undefined;
      const most = `${maxValues} items and members, or ${maxDepth} levels`;
      throw new OriginError(`origin ${this.name}: a response with more than ${most}: ask for less at once`, -32005);
    }
  }

  #errorOf(error: Readonly<Record<string, JsonValue | undefined>>, status: number): Error {
    const text = typeof error.message === 'string' ? error.message : JSON.stringify(error);
    const code = typeof error.code === 'number' ? error.code : -32000;
    const isRateLimit = status === 429 || code === 429 || code === -32005 || /rate limit|too many requests/i.test(text);
    if (isRateLimit) return new TransientError(shortened(text));
    return new RpcError(code, `origin ${this.name}: ${shortened(text)}`, error.data);
  }
}

/**
 * A signal that aborts with another one, or after so many milliseconds, until `end` is called. Node 20 collects an
 * `AbortSignal.timeout` that is only in an `AbortSignal.any`, and then never ends what waits for it.
 */
function withTimeout(closing: AbortSignal, milliseconds: number): { readonly signal: AbortSignal; end(): void } {
  const controller = new AbortController();
  const abort = () => controller.abort(closing.reason);
  const expire = () => controller.abort(new DOMException('no response in time', 'TimeoutError'));
  const timer = setTimeout(expire, milliseconds);
  if (closing.aborted) abort();
  closing.addEventListener('abort', abort);
  const end = () => {
    clearTimeout(timer);
    closing.removeEventListener('abort', abort);
  };
  return { signal: controller.signal, end };
}

function hostOf(url: string): string {
  return url === '' ? '' : new URL(url).origin;
}

/** `fetch` takes no `user:password@` in an address, and names the whole address in its error: they are a header. */
function withoutCredentials(url: string): { readonly href: string; readonly authorization: Record<string, string> } {
  const address = new URL(url);
  const pair = [address.username, address.password].map((text) => decoded(text)).join(':');
  address.username = '';
  address.password = '';
  const authorization = { authorization: `Basic ${Buffer.from(pair).toString('base64')}` };
  return { href: address.href, authorization: pair === ':' ? {} : authorization };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text; // a percent sign that begins no code
  }
}

function shortened(text: string): string {
  return text.length <= maxErrorText ? text : `${text.slice(0, maxErrorText)}…`;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === 'TimeoutError') return `no response within ${timeoutMs / 1000} s (fork.timeout)`;
  const { cause } = error;
  return cause instanceof Error && cause.message !== '' ? cause.message : error.message;
}
