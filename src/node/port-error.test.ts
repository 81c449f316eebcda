import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { test } from 'node:test';
import { PortError, toPortError } from './port-error.ts';

test('a port that is taken after it was tried is named as one that was taken before', async (t) => {
  const first = createServer().listen(0, '127.0.0.1');
  t.after(() => first.close());
  await once(first, 'listening');
  const { port } = first.address() as AddressInfo;
  const [error] = await once(createServer().listen(port, '127.0.0.1'), 'error');
  const listeners = [
    { name: '[json-rpc] address', address: { host: '127.0.0.1', port: 1 } },
    { name: '[svm-rpc] address', address: { host: '127.0.0.1', port } },
  ];
  const named = toPortError(error, listeners);
  assert.ok(named instanceof PortError);
  const text = `[svm-rpc] address: port ${port} of 127.0.0.1 is in use; set another with --svm-rpc.address host:port`;
  assert.deepEqual([named.code, named.message], ['EADDRINUSE', text]);
  const other = new Error('listen');
  assert.equal(toPortError(other, listeners), other);
  assert.equal(toPortError(error, listeners.slice(0, 1)), error);
});
