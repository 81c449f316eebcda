import assert from 'node:assert/strict';
import { createServer, type Server } from 'node:http';
import { connect } from 'node:net';
import { type TestContext, test } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { testAccess, testRules } from '../../../testing/interfaces/server-rules.ts';
import { listen } from '../../../testing/node/listen.ts';
import { seededRandom } from '../../../testing/random/seeded-random.ts';
import { hostFault } from '../access/request-headers.ts';
import { openHttpServer } from '../http-server.ts';

/** Milliseconds of silence after which an exchange is over; the longer ones confirm a difference. */
const silences = [100, 1_000, 10_000];

/**
 * What a server read from the bytes of a connection: the bodies of its requests, and whether it rejected anything.
 * (Node drops responses that are not yet written when it rejects the bytes after them, so responses are not compared.)
 */
type Reading = { readonly bodies: readonly string[]; readonly isRejected: boolean };

type Read = (bytes: string, silenceTime: number) => Promise<Reading>;

/** Our server, with the fast path. */
async function openFastPath(t: TestContext): Promise<Read> {
  let bodies: string[] = [];
  const server = await openHttpServer(
    {
      address: { host: '127.0.0.1', port: 0 },
      ...{ maxBodyBytes: 10_000, headerTimeoutMs: 60_000, requestTimeoutMs: 60_000, idleTimeoutMs: 60_000 },
    },
    {
      ...{ access: testAccess(), rules: testRules(), page: () => undefined },
      dispatch: (body) => {
        bodies.push(Buffer.from(body).toString('latin1'));
        return 'ok';
      },
    },
  );
  t.after(() => server.close());
  return async (bytes, silenceTime) => {
    bodies = [];
    const isRejected = await exchange(server.port, bytes, silenceTime);
    return { bodies, isRejected };
  };
}

/** A server with the parser of Node alone and the same rules. */
async function openNode(t: TestContext): Promise<Read> {
  let bodies: string[] = [];
  const server: Server = createServer((request, response) => {
    const rejected = hostFault(request) !== undefined;
    if (rejected) return void response.writeHead(400, { connection: 'close' }).end();
    if (request.method === 'OPTIONS') return void response.writeHead(204).end();
    if (request.method !== 'POST') return void response.writeHead(405).end();
    if (!/^application\/json *(?:;|$)/i.test(request.headers['content-type'] ?? ''))
      return void response.writeHead(415).end();
    const chunks: Buffer[] = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      bodies.push(Buffer.concat(chunks).toString('latin1'));
      response.end('ok');
    });
  });
  const port = await listen(t, server);
  return async (bytes, silenceTime) => {
    bodies = [];
    const isRejected = await exchange(port, bytes, silenceTime);
    return { bodies, isRejected };
  };
}

/**
 * Sends bytes; whether something is rejected until the connection is closed, or silent. What announces too long a body
 * (413) does not count: only one of the servers has a limit.
 */
function exchange(port: number, bytes: string, silenceTime: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    let received = '';
    const end = () => {
      clearTimeout(timer);
      socket.destroy();
      resolve(/HTTP\/1\.1 4(?!13)/.test(received));
    };
    const timer = setTimeout(end, silenceTime);
    socket.setEncoding('latin1').on('error', end).on('close', end);
    socket.on('data', (text) => {
      received += text;
      timer.refresh();
    });
  });
}

const lines = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 2', 'User-Agent: test'];
const body = '{}';

function requestOf(first: string, head: readonly string[], content = body, end = '\r\n'): string {
  return [first, ...head, '', content].join(end);
}

const plain = requestOf('POST / HTTP/1.1', lines);
const replaced = (from: number, line: string) => lines.with(from, line);

/** Known ways to have two parsers read different requests from the same bytes. */
const shapes: readonly string[] = [
  plain,
  plain + plain,
  requestOf('POST / HTTP/1.1', [...lines, 'Content-Length: 2']),
  requestOf('POST / HTTP/1.1', [...lines, 'Content-Length: 0']),
  requestOf('POST / HTTP/1.1', [...lines, 'Transfer-Encoding: chunked'], '0\r\n\r\n'),
  requestOf('POST / HTTP/1.1', replaced(2, 'Transfer-Encoding: chunked'), '2\r\n{}\r\n0\r\n\r\n'),
  requestOf('POST / HTTP/1.1', replaced(2, 'Transfer-Encoding: chunked'), '2\n{}\n0\n\n'),
  requestOf('POST / HTTP/1.1', replaced(2, 'Transfer-Encoding: xchunked'), '2\r\n{}\r\n0\r\n\r\n'),
  requestOf('POST / HTTP/1.1', replaced(2, 'Transfer-Encoding: chunked, identity'), '2\r\n{}\r\n0\r\n\r\n'),
  requestOf('POST / HTTP/1.1', replaced(2, 'Transfer-Encoding : chunked'), '2\r\n{}\r\n0\r\n\r\n'),
  requestOf('POST / HTTP/1.1', [...lines, ' folded: line']),
  requestOf('POST / HTTP/1.1', [...lines, 'X: a', '\tContent-Length: 0']),
  requestOf('POST / HTTP/1.1', lines, body, '\n'),
  requestOf('POST / HTTP/1.1', [...lines, 'X: a\nHost: b']),
  requestOf('POST / HTTP/1.1', [...lines, 'X: a\rContent-Length: 0']),
  requestOf('POST / HTTP/1.1', [...lines, 'X: a\0b']),
  requestOf('POST / HTTP/1.1', lines.slice(1)),
  requestOf('POST / HTTP/1.1', [...lines, 'Host: localhost']),
  requestOf('GET / HTTP/1.1', ['Host: localhost', 'Host: localhost'], ''),
  requestOf('POST / HTTP/1.1', replaced(0, 'Host : localhost')),
  requestOf('POST / HTTP/1.0', lines),
  requestOf('POST / HTTP/1.1 ', lines),
  requestOf('POST  / HTTP/1.1', lines),
  requestOf('POST /\tx HTTP/1.1', lines),
  ...['+2', '-2', '0x2', '2 ', ' 2', '02', '2,2', '2, 2', '2;', '1e0', '2.0', '', '99999999999999999999'].map(
    (length) => requestOf('POST / HTTP/1.1', replaced(2, `Content-Length: ${length}`)),
  ),
];

/** The text with a few bytes changed, doubled, dropped or moved, the same for the same `random`. */
function mutated(text: string, random: () => number): string {
  const below = (limit: number) => Math.floor(random() * limit);
  const odd = ['\r', '\n', '\r\n', ' ', '\t', ':', '\0', '\x80', ',', ';', '0', '2', 'A', '\r\n\r\n', '\x0b', '"'];
  let result = text;
  for (let count = 1 + below(3); count > 0; count--) {
    const at = below(result.length);
    const piece = result.slice(at, at + 1 + below(12));
    const change = [odd[below(odd.length)] ?? '', piece + piece, '', piece.toUpperCase()][below(4)] ?? '';
    result = result.slice(0, at) + change + result.slice(at + (below(2) === 0 ? 1 : piece.length));
  }
  return result;
}

test('the fast path reads the same requests from any bytes as the parser of Node', async (t) => {
  const random = seededRandom(1);
  const pick = () => shapes[Math.floor(random() * 2 * shapes.length)] ?? plain + plain; // half of them are well-formed
  const variants = Array.from({ length: 1500 }, () => mutated(pick(), random));
  const all = [...shapes, ...variants].map((first) => first + plain); // what is left over would be a request of its own
  let answered = 0;
  const compareAll = async () => {
    const [ours, nodes] = [await openFastPath(t), await openNode(t)];
    for (let bytes = all.pop(); bytes !== undefined; bytes = all.pop()) {
      let own: Reading = { bodies: [], isRejected: false };
      let expected = own;
      for (const silence of silences) {
        [own, expected] = [await ours(bytes, silence), await nodes(bytes, silence)];
        if (isDeepStrictEqual(own, expected)) break;
      }
      assert.deepEqual(own, expected, JSON.stringify(bytes));
      answered += own.bodies.length;
    }
  };
  await Promise.all(Array.from({ length: 50 }, compareAll));
  assert.ok(answered > 500, `${answered} requests were read`);
});
