import { isUtf8 } from 'node:buffer';
import type { Dispatch, Reply } from '../dispatch/dispatcher.ts';
import { inParts } from '../dispatch/long-text.ts';
import type { Sender } from './access/access.ts';
import type { BodyFault } from './body-reader.ts';
import type { WatchedSocket } from './connection-signal.ts';
import { type CommonHeaders, type HttpReply, textReply } from './http-reply.ts';
import { PostCall } from './post-call.ts';
import type { RateLimiter } from './rate-limiter.ts';
import { requestCount } from './request-count.ts';

export type PostOptions = {
  /** bytes */
  readonly maxBody: number;
  /** Answer a body that is no UTF-8 with status 400 instead of a JSON-RPC error. */
  readonly refuseInvalidUtf8?: boolean;
  /** content-type of JSON-RPC answers */
  readonly contentType?: string;
  readonly texts?: { readonly bodyTooLarge?: string };
};

/** What a server says to requests by POST, however they are read. */
export type PostHandler = {
  /** Why it is refused before its body is read. */
  refusal(sender: Sender, contentType: string | undefined): HttpReply | undefined;
  answer(connection: WatchedSocket, sender: Sender, body: Uint8Array | BodyFault): HttpReply | Promise<HttpReply>;
};

export function createPostHandler(
  options: PostOptions,
  dispatch: Dispatch,
  limiter: RateLimiter | undefined,
): PostHandler {
  const { maxBody, refuseInvalidUtf8 = false, contentType = 'application/json' } = options;
  const closing = ['connection', 'close'];
  const tooLarge = options.texts?.bodyTooLarge ?? `The request body may have ${maxBody} bytes at most.\n`;
  const refusals: Record<BodyFault, HttpReply> = {
    'too-large': textReply(413, tooLarge, closing),
    busy: textReply(503, 'Too many unfinished requests at once (http.max-unfinished-bodies); try again.\n', closing),
  };
  const toReply = (body: Reply, headers: CommonHeaders): HttpReply => ({
    status: 200,
    contentType,
    body: inParts(body ?? ''),
    headers,
  });
  return {
    refusal({ client }, type) {
      const wait = limiter?.wait(client) ?? 0;
      if (wait > 0) return tooMany(wait);
      return isJson(type) ? undefined : wrongType;
    },
    answer(connection, sender, body) {
      const { client, headers } = sender;
      limiter?.charge(client, typeof body === 'string' ? 1 : requestCount(body));
      if (typeof body === 'string') return refusals[body];
      if (refuseInvalidUtf8 && !isUtf8(body)) return notUtf8;
      const reply = dispatch(body, new PostCall(sender, connection));
      return reply instanceof Promise ? reply.then((late) => toReply(late, headers)) : toReply(reply, headers);
    },
  };
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
