import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { test } from 'node:test';

/** What a process with this limit reports. */
function mostConnectionsWith(limit: number): number {
  const file = JSON.stringify(new URL('open-files.js', import.meta.url).href);
  const program = `import(${file}).then(({ mostConnections }) => console.log(mostConnections()))`;
  const script = `ulimit -n ${limit}; exec "$0" -e "$1"`;
  return Number(execFileSync('sh', ['-c', script, process.execPath, program], { encoding: 'utf8' }));
}

test('connections leave files for the node and its threads', { skip: process.platform !== 'linux' }, () => {
  const own = 100 + 12 * availableParallelism();
  assert.equal(mostConnectionsWith(own + 300), 300);
  assert.equal(mostConnectionsWith(own + 1), 1);
  assert.equal(mostConnectionsWith(own - 1), 1);
});
