import { isUtf8 } from 'node:buffer';
import type { MaybePromise } from '../../primitives/maybe-promise.ts';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { inParts } from '../dispatch/long-text.ts';
import type { Call, Client, UnreadResponse } from '../session.ts';
import type { Sender } from './access/access.ts';
import { connectionSignal, type WatchedSocket } from './connections.ts';
import { type CommonHeaders, type HttpReply, textReply } from './http-reply.ts';
import { type RateLimiter, requestCount } from './rate-limiter.ts';
import type { BodyFault } from './request-body.ts';

export type PostOptions = {
  /** bytes */
  readonly maxBodyBytes: number;
  /** Reply to a body that is not UTF-8 with status 400 instead of a JSON-RPC error. */
  readonly rejectInvalidUtf8?: boolean;
  /** content-type of JSON-RPC responses */
  readonly contentType?: string;
  readonly texts?: { readonly bodyTooLarge?: string };
};

/** What a server does with POST requests, whichever parser has read them. */
export type PostHandler = {
  /** Checks a request before its body is read; returns the error reply, or undefined when the request may continue. */
  reject(sender: Sender, contentType: string | undefined): HttpReply | undefined;
  /** Dispatches a body and returns the reply. */
  handle(connection: WatchedSocket, sender: Sender, body: Uint8Array | BodyFault): MaybePromise<HttpReply>;
};

/** Creates the handler that both HTTP parsers share. */
export function createPostHandler(
  options: PostOptions,
  dispatch: Dispatch,
  limiter: RateLimiter | undefined,
): PostHandler {
  const { maxBodyBytes, rejectInvalidUtf8 = false, contentType = 'application/json' } = options;
  const closing = ['connection', 'close'];
  const tooLarge = options.texts?.bodyTooLarge ?? `The request body may have ${maxBodyBytes} bytes at most.\n`;
  const faultReplies: Record<BodyFault, HttpReply> = {
    'too-large': textReply(413, tooLarge, closing),
    busy: textReply(
      503,
      'Too many unfinished requests at once (http.max-unfinished-bodies, http.max-unfinished-bodies-per-client); try again.\n',
      closing,
    ),
  };
  const toReply = (body: Reply, headers: CommonHeaders): HttpReply => ({
    status: 200,
    contentType,
    body: inParts(body ?? ''),
    headers,
  });
  return {
    reject({ client }, type) {
      const wait = limiter?.wait(client) ?? 0;
      if (wait > 0) return tooMany(wait);
      return isJson(type) ? undefined : wrongType;
    },
    handle(connection, sender, body) {
      const { client, headers } = sender;
      limiter?.charge(client, typeof body === 'string' ? 1 : requestCount(body));
      if (typeof body === 'string') return faultReplies[body];
      if (rejectInvalidUtf8 && !isUtf8(body)) return notUtf8;
      const reply = dispatch(body, new PostCall(sender, connection));
      return reply instanceof Promise ? reply.then((late) => toReply(late, headers)) : toReply(reply, headers);
    },
  };
}

class PostCall implements Call {
  readonly client: Client;
  readonly readOnlyOrigin: string | undefined;
  readonly session = undefined;
  readonly unread: UnreadResponse;
  readonly #socket: WatchedSocket;

  constructor({ client, readOnlyOrigin, unread }: Sender, socket: WatchedSocket) {
    this.client = client;
    this.readOnlyOrigin = readOnlyOrigin;
    this.unread = unread;
    this.#socket = socket;
  }

  /** Created when a method needs it; few do. */
  get signal(): AbortSignal {
    return connectionSignal(this.#socket);
  }
}

function tooMany(milliseconds: number): HttpReply {
  const seconds = String(Math.ceil(milliseconds / 1000));
  return textReply(429, 'Too many requests from your address; see the header retry-after.\n', ['retry-after', seconds]);
}

const wrongType = textReply(415, 'The content-type must be application/json.\n');
const notUtf8 = textReply(400, 'The request body is not valid UTF-8.\n');
const jsonTypes = ['application/json', 'application/json-rpc', 'application/jsonrequest'];

function isJson(contentType: string | undefined): boolean {
  if (contentType === undefined || contentType === 'application/json') return contentType !== undefined;
  return jsonTypes.includes((contentType.split(';')[0] ?? '').trim().toLowerCase());
}
