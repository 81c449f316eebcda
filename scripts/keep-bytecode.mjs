/**
 * Keeps the bytecode of the command line, of the package and of threads (see primitives/load-program.ts): starts a node in an empty
 * home and in the same one again, has each answer a request, loads the programs of threads, and writes what V8 has
 * compiled until then. Without the files all of it runs as well, and starts later. V8 only accepts bytecode that was
 * made under the flags it is loaded with.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { bytecodeFile, loadProgram } from '../dist/primitives/load-program.js';

const bundleOf = (name) => new URL(`../dist/program/${name}.cjs`, import.meta.url);
const home = mkdtempSync(join(tmpdir(), 'qord-build-'));
/** loaded by a node, under its flags */
const threads = ['execution-worker', 'block-worker'];
for (const name of ['api', 'cli', ...threads]) rmSync(bytecodeFile(bundleOf(name)), { force: true });
process.on('exit', () => rmSync(home, { recursive: true, force: true }));

const cli = loadProgram(bundleOf('cli'));
await startNode(); // in a new home
await startNode();
for (const name of threads) keep(name, loadProgram(bundleOf(name)));
setFlagsFromString('--heap-growing-percent=0'); // as it is before a node sets it
keep('cli', cli);
const api = loadProgram(bundleOf('api'));
const node = await api.exports.createNode();
await node.request({ method: 'eth_blockNumber' });
await node.close();
keep('api', api);

function keep(name, { bytecode }) {
  writeFileSync(bytecodeFile(bundleOf(name)), bytecode());
}

/** Until it has responded. */
async function startNode() {
  const { promise: started, resolve: start, reject: fail } = withResolvers();
  let output = '';
  const read = (text) => {
    output += text;
    const url = /EVM +(http:\S+)/.exec(output)?.[1];
    if (url !== undefined) start(url);
  };
  const terminal = { isInteractive: false, isOverwritable: false, print: read, write: read, note: read };
  setTimeout(() => fail(new Error(`the node did not start:\n${output}`)), 60_000).unref();
  const anyPort = '127.0.0.1:0';
  const addresses = ['json-rpc.address', 'json-rpc.ws-address', 'svm-rpc.address', 'explorer.address'];
  const ended = cli.exports.runCli(['start', '--home', home, ...addresses.flatMap((key) => [`--${key}`, anyPort])], {
    ...terminal,
    finish: async () => undefined,
  });
  const url = await started;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_blockNumber', params: [] }),
  });
  if (!response.ok) throw new Error(`the node's response has status ${response.status}`);
  process.kill(process.pid, 'SIGINT');
  if ((await ended) !== 0) throw new Error(`the node did not stop:\n${output}`);
}

function withResolvers() {
  const deferred = {};
  deferred.promise = new Promise((resolve, reject) => Object.assign(deferred, { resolve, reject }));
  return deferred;
}
