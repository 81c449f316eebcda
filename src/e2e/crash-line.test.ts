import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

/** A module that throws where nobody catches it when the process gets SIGUSR2. */
const preloads = {
  'an error': `process.on('SIGUSR2', () => { throw new TypeError('nobody catches this') })`,
  'a rejection': `process.on('SIGUSR2', () => void Promise.reject(new TypeError('nobody catches this')))`,
};

for (const [kind, code] of Object.entries(preloads)) {
  test(`${kind} that nobody catches ends the node with one line and an exit code of its own`, async (t) => {
    const preload = `data:text/javascript,${encodeURIComponent(code)}`;
    const node = await spawnNode(t, temporaryFolder(t), {}, [preload]);
    const ended = once(node.process, 'close');
    node.process.kill('SIGUSR2');
    assert.deepEqual(await ended, [9, null]);
    assert.match(
      node.errorOutput(),
      /^qord: the node has ended by an error of the program \(TypeError: nobody catches this\): all blocks .* start the node again, and report this line\n$/,
    );
    assert.equal(node.records.find(({ level }) => level === 'fatal')?.msg, 'uncaught error', 'the log has the trace');
  });
}
