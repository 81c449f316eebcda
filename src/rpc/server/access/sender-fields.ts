import type { IncomingMessage } from 'node:http';
import { type HttpReply, textReply } from '../http-reply.ts';
import type { SenderFields } from './access.ts';

/** The fields that tell who sends a request that Node's parser has read. */
export function senderFields({ headers }: IncomingMessage): SenderFields {
  const forwarded = headers['x-forwarded-for'];
  return {
    host: headers.host,
    origin: headers.origin,
    forwardedFor: Array.isArray(forwarded) ? forwarded.join() : forwarded,
  };
}

const twoHosts = textReply(400, 'A request names one host (RFC 9112, 3.2).\n', ['connection', 'close']);

/** Node's parser keeps the first of several Host fields and drops the others, which another may read instead. */
export function hostFault({ rawHeaders }: IncomingMessage): HttpReply | undefined {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') count++;
  }
  return count > 1 ? twoHosts : undefined;
}
