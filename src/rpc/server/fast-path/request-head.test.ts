import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readRequestHead } from './request-head.ts';

const plain = ['POST / HTTP/1.1', 'Host: a', 'Content-Type: application/json', 'Content-Length: 12'];
const head = (...lines: readonly string[]) => readRequestHead(lines.join('\r\n'));

test('the head of a plain request describes its body', () => {
  const text = plain.join('\r\n');
  const none = { origin: undefined, forwardedFor: undefined };
  const expected = { size: text.length + 4, contentLength: 12, contentType: 'application/json', host: 'a', ...none };
  assert.deepEqual(readRequestHead(text), expected);
  assert.equal(head(...plain, 'Connection: Keep-Alive')?.contentLength, 12);
  assert.equal(head('POST /v1?key=x HTTP/1.1', 'host:a', 'content-length:\t7 ')?.contentLength, 7);
  assert.equal(head('POST / HTTP/1.1', 'host: a', 'content-length: 0')?.contentType, undefined);
});

test('other methods, versions and targets are left to the parser of Node', () => {
  const rest = plain.slice(1);
  for (const line of [
    ...['GET / HTTP/1.1', 'OPTIONS / HTTP/1.1', 'post / HTTP/1.1'],
    ...['POST / HTTP/1.0', 'POST / HTTP/2', 'POST /', 'POST  / HTTP/1.1'],
    ...['POST http://a/ HTTP/1.1', 'POST /a b HTTP/1.1', 'POST /\x01 HTTP/1.1', ''],
  ]) {
    assert.equal(head(line, ...rest), undefined, line);
  }
});

test('fields that change how the body or the connection is read, and malformed ones, are too', () => {
  for (const line of [
    ...['Transfer-Encoding: chunked', 'transfer-encoding: identity', 'Upgrade: websocket', 'Expect: 100-continue'],
    ...['Connection: close', 'Connection: keep-alive, upgrade', 'Content-Length: 12', 'Host: b', 'TE: trailers'],
    ...['Content-Length : 12', ' folded: line', 'no colon', ': empty', 'a b: c', 'X: \x00', 'X: a\nHost: b', ''],
  ]) {
    assert.equal(head(...plain, line), undefined, JSON.stringify(line));
  }
  for (const length of ['-1', '+1', '0x10', '1 2', '1,1', '1.0', '', '1234567890']) {
    assert.equal(head('POST / HTTP/1.1', 'host: a', `content-length: ${length}`), undefined, length);
  }
  assert.equal(head('POST / HTTP/1.1', 'content-length: 2'), undefined, 'no host');
  assert.equal(head('POST / HTTP/1.1', 'host: a'), undefined, 'no length');
});
