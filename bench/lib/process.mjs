/** Starts qord and its peer as child processes on loopback, and measures their CPU time and memory. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rpc } from './rpc.mjs';

export const root = fileURLToPath(new URL('../../', import.meta.url));
const anvilBinary = join(root, 'bench/node_modules/.bin/anvil');

/** Both chains run with this id, block gas limit and base fee, so that the same signed transactions fit both. */
export const settings = { chainId: 9800, gasLimit: 100_000_000, baseFee: 100_000_000_000 };

/** A port that is free now. */
export async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address();
  server.close();
  await once(server, 'close');
  return port;
}

/** Ports of the three interfaces; the one above the last is free too: SVM subscriptions listen there. */
async function freePorts() {
  const [http, ws, svm] = [await freePort(), await freePort(), await freePort()];
  if (new Set([http, ws, svm, svm + 1]).size < 4) return freePorts(); // a port is free again once it was found
  try {
    const above = createServer().listen(svm + 1, '127.0.0.1');
    await once(above, 'listening');
    above.close();
    await once(above, 'close');
    return [http, ws, svm];
  } catch {
    return freePorts();
  }
}

const newHome = () => mkdtempSync(join(tmpdir(), 'qord-bench-'));

/** A qord development network in `home` (a new temporary one by default; undefined when it is in memory). */
export async function startQord({ inMemory = false, home = inMemory ? undefined : newHome(), flags = [] } = {}) {
  const ports = await freePorts();
  const args = [
    'dist/qord.cjs',
    'start',
    ...(inMemory ? ['--memory'] : ['--home', home]),
    ...['--json-rpc.address', `127.0.0.1:${ports[0]}`],
    ...['--json-rpc.ws-address', `127.0.0.1:${ports[1]}`],
    ...['--svm-rpc.address', `127.0.0.1:${ports[2]}`],
    ...['--explorer.enable', 'false'],
    ...flags,
  ];
  const node = await startProcess('qord', process.execPath, args, `http://127.0.0.1:${ports[0]}`);
  return { ...node, home, svmUrl: `http://127.0.0.1:${ports[2]}`, wsUrl: `ws://127.0.0.1:${ports[1]}` };
}

/** anvil with equal settings; `flags` add to them. */
export async function startAnvil({ flags = [], gasLimit = settings.gasLimit } = {}) {
  const port = await freePort();
  const args = [
    ...['--port', String(port), '--chain-id', String(settings.chainId)],
    ...['--gas-limit', String(gasLimit), '--block-base-fee-per-gas', String(settings.baseFee)],
    ...['--balance', '10000000', '--silent', ...flags],
  ];
  return startProcess('anvil', anvilBinary, args, `http://127.0.0.1:${port}`);
}

/** What runs, and ends with this process, also when a suite fails. */
const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

async function startProcess(name, command, args, url) {
  const started = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  const output = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk) => output.push(chunk) > 2000 && output.shift());
  const ended = once(child, 'exit');
  await firstResponse(name, url, child, output);
  const startMs = performance.now() - started;
  const stop = async (signal = 'SIGTERM') => {
    child.kill(signal);
    await ended;
  };
  return {
    name,
    url,
    startMs,
    pid: child.pid,
    stop,
    cpuMicroseconds: () => cpuMicroseconds(child.pid),
    residentMb: () => residentMb(child.pid),
    ownMb: () => ownMb(child.pid),
  };
}

async function firstResponse(name, url, child, output) {
  for (let waited = 0; waited < 30_000; waited += 5) {
    if (child.exitCode !== null) throw new Error(`${name} ended: ${Buffer.concat(output).toString().slice(-2000)}`);
    try {
      return await rpc(url, 'eth_blockNumber');
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  throw new Error(`${name} did not respond within 30 s`);
}

/** CPU time of a process so far, user and system, in steps of 10 ms. */
function cpuMicroseconds(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1].split(' ');
  return (Number(fields[11]) + Number(fields[12])) * 10_000;
}

/** Resident memory of a process in MB, as the operating system counts it. */
export function residentMb(pid) {
  return statusMb(pid, 'VmRSS');
}

/**
 * The same without the pages of files it has mapped, such as the database: the system takes those back when it likes.
 */
function ownMb(pid) {
  return statusMb(pid, 'RssAnon');
}

function statusMb(pid, name) {
  const [, kb] = new RegExp(`${name}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kb) / 1024;
}

const allCores = `0-${cpus().length - 1}`;

/**
 * Keeps all threads of a process on some cores, where there are these cores and `taskset`. A short response takes 0.03
 * ms when the system happens to run client and node on the same core, and 0.1 when it wakes another core for each one:
 * more than what the node does for it, so latencies of two nodes can only be compared when both are placed alike.
 */
export function keepOnCores(pid, cores = allCores) {
  spawnSync('taskset', ['--all-tasks', '--cpu-list', '--pid', cores, String(pid)], { stdio: 'ignore' });
}

/** Works until the process that started it has ended, should that one be killed before it ends this. */
const spin = 'for (const parent = process.ppid; process.ppid === parent; ) for (let i = 0; i < 1e6; i++);';

/**
 * Keeps the cores from sleeping, where there are these cores, `taskset` and `chrt`: each runs a process that gives way to
 * every other. A core that sleeps takes 30 µs and more to wake, and whether it sleeps between two requests depends on a
 * microsecond more or less. Returns a function that ends them.
 */
export function keepAwake(cores) {
  const children = cores.map((core) => {
    const command = ['--cpu-list', core, 'chrt', '--idle', '0', process.execPath, '--eval', spin];
    return spawn('taskset', command, { stdio: 'ignore' }).on('error', () => {});
  });
  return () => {
    for (const child of children) child.kill();
  };
}

/** Removes the home of a node that has ended. */
export function removeHome(home) {
  rmSync(home, { recursive: true, force: true });
}
