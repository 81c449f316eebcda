import type { SenderFields } from '../access/access.ts';

/** The fields of a request head that matter here. */
export type RequestHead = SenderFields & {
  /** bytes of the head, including the empty line at its end */
  readonly size: number;
  readonly contentLength: number;
  readonly contentType: string | undefined;
};

const requestLine = /^POST \/[!-~]* HTTP\/1\.1$/;
/** a token, a colon, visible text (RFC 9110, 5.1 and 5.5) */
const field = /^([\w!#$%&'*+.^`|~-]+):[ \t]*([\t\x20-\x7e\x80-\xff]*)$/;
const length = /^\d{1,9}$/;
/** Fields that change how the body or the connection is read. */
const special = new Set(['transfer-encoding', 'upgrade', 'expect', 'trailer', 'te', 'proxy-connection']);
const atMostOnce = new Set(['host', 'content-length', 'content-type', 'connection', 'origin', 'x-forwarded-for']);

/**
 * Reads the head of the most frequent kind of request: POST by HTTP/1.1 with a content-length, on a connection that
 * stays open. Returns undefined for everything else, valid or not; a full HTTP parser has to decide about that. `head`
 * is the text before the empty line.
 */
export function readRequestHead(head: string): RequestHead | undefined {
  const [first = '', ...lines] = head.split('\r\n');
  if (!requestLine.test(first)) return undefined;
  const fields = readFields(lines);
  const announced = fields?.get('content-length') ?? '';
  if (fields === undefined || !fields.has('host') || !length.test(announced)) return undefined;
  if ((fields.get('connection') ?? 'keep-alive').toLowerCase() !== 'keep-alive') return undefined;
  return {
    size: head.length + 4,
    contentLength: Number(announced),
    contentType: fields.get('content-type'),
    host: fields.get('host'),
    origin: fields.get('origin'),
    forwardedFor: fields.get('x-forwarded-for'),
  };
}

function readFields(lines: readonly string[]): Map<string, string> | undefined {
  const fields = new Map<string, string>();
  for (const line of lines) {
    const [, name = '', value = ''] = field.exec(line) ?? [];
    const known = name.toLowerCase();
    if (name === '' || special.has(known) || (atMostOnce.has(known) && fields.has(known))) return undefined;
    fields.set(known, value.trimEnd());
  }
  return fields;
}
