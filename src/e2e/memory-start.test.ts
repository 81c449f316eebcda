import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { listen } from '../testing/node/listen.ts';
import { plainEnvironment, programFile, runQord } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { until } from '../testing/until.ts';

type Started = { readonly http: string; readonly svm: string; readonly explorer: string; readonly home: string };

/** Starts `qord start --memory --json` with a temporary folder of its own, and waits until it responds. */
async function startInMemory(
  t: TestContext,
  folder: string,
  words: readonly string[],
): Promise<{ child: ChildProcess; started: Started; end: (signal: NodeJS.Signals) => Promise<number | null> }> {
  const child = spawn(process.execPath, [programFile, 'start', '--memory', '--json', ...words], {
    env: { ...plainEnvironment(), TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'close');
  const started = await new Promise<Started>((resolve) => {
    createInterface({ input: child.stdout ?? assert.fail() }).on('line', (line) => {
      const record = JSON.parse(line);
      if (record.msg === 'started') resolve(record);
    });
  });
  const end = async (signal: NodeJS.Signals) => {
    child.kill(signal);
    await ended;
    return child.exitCode;
  };
  return { child, started, end };
}

async function chainIdOf(url: string): Promise<unknown> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_chainId', params: [] });
  const response = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
  return JSON.parse(await response.text()).result;
}

test('a node in memory leaves nothing behind, and the next start removes what a killed one has left', async (t) => {
  const folder = temporaryFolder(t);
  const homes = () => readdirSync(folder).filter((name) => name.startsWith('qord-memory-'));
  const first = await startInMemory(t, folder, ['--port', '0']);
  assert.equal(await chainIdOf(first.started.http), '0x2648');
  assert.equal(homes().length, 1);
  const second = await startInMemory(t, folder, ['--port', '0']);
  assert.equal(homes().length, 2, 'that of a running node stays');
  assert.equal(await second.end('SIGKILL'), null);
  assert.equal(homes().length, 2);
  const third = await startInMemory(t, folder, ['--port', '0']);
  await until(() => homes().length === 2, 'the home of the killed node to be removed');
  assert.ok(homes().some((name) => third.started.home.endsWith(name)));
  assert.equal(await first.end('SIGTERM'), 0);
  assert.equal(await third.end('SIGINT'), 0);
  assert.deepEqual(homes(), []);
});

test('a home that was left before it had data goes, and one of a node that may be starting stays', async (t) => {
  const folder = temporaryFolder(t);
  const deadPid = 2 ** 22 + 1; // above the largest of Linux
  const [old, young] = [`qord-memory-${deadPid}-old`, `qord-memory-${deadPid}-new`];
  for (const name of [old, young]) mkdirSync(join(folder, name));
  const minutesAgo = Date.now() / 1000 - 120;
  utimesSync(join(folder, old), minutesAgo, minutesAgo);
  const node = await startInMemory(t, folder, ['--port', '0']);
  await until(() => !readdirSync(folder).includes(old), 'the old home to be removed');
  assert.equal(await node.end('SIGTERM'), 0);
  assert.deepEqual(readdirSync(folder), [young]);
});

test('--port moves all servers but those whose address is given', async (t) => {
  const port = 20_000 + (process.pid % 10_000); // below those that the system gives out
  const node = await startInMemory(t, temporaryFolder(t), ['--port', String(port), '--svm-rpc.address', '127.0.0.1:0']);
  assert.equal(node.started.http, `http://127.0.0.1:${port}`);
  assert.equal(new URL(node.started.explorer).port, String(port + 2));
  assert.notEqual(new URL(node.started.svm).port, String(port + 3));
  assert.equal(await node.end('SIGTERM'), 0);
});

test('a command beside the node finds it, has the output for itself, and gives the exit code', async () => {
  const request = '{method:`POST`,headers:{[`content-type`]:`application/json`},body:JSON.stringify(body)}';
  const script = `body={jsonrpc:\`2.0\`,id:1,method:\`eth_chainId\`};fetch(process.env.ETH_RPC_URL,${request}).then((r)=>r.text()).then(console.log)`;
  const found = await runQord(['start', '--memory', '--port', '0', '--exec', `"${process.execPath}" -e '${script}'`]);
  assert.equal(found.stdout, '{"jsonrpc":"2.0","id":1,"result":"0x2648"}\n', found.stderr);
  assert.equal(found.code, 0);
  const own = `"${process.execPath}" "${programFile}" status --json && exit 23`;
  const failed = await runQord(['start', '--memory', '--port', '0', '--exec', own]);
  assert.equal(failed.code, 23, failed.stderr);
  assert.equal(JSON.parse(failed.stdout).chainId, 9800);
});

test('a signal to the node ends the command beside it, with what that runs', async (t) => {
  const words = ['start', '--memory', '--port', '0', '--exec', 'sleep 600 & echo $!; wait; echo never'];
  const child = spawn(process.execPath, [programFile, ...words], {
    env: { ...plainEnvironment(), TMPDIR: temporaryFolder(t) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  const [data] = await once(child.stdout ?? assert.fail(), 'data');
  const inner = Number(String(data));
  assert.ok(isRunning(inner));
  child.kill('SIGTERM');
  await ended;
  assert.equal(child.exitCode, 143);
  await until(() => !isRunning(inner), 'the end of what the shell ran');
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a signal while a node starts leaves nothing behind', async (t) => {
  const folder = temporaryFolder(t);
  let asked = false;
  const silent = createServer(() => {
    asked = true;
  });
  const port = await listen(t, silent);
  const words = ['start', '--memory', '--port', '0', '--fork-url', `http://127.0.0.1:${port}`];
  const child = spawn(process.execPath, [programFile, ...words], {
    env: { ...plainEnvironment(), TMPDIR: folder },
    stdio: 'ignore',
  });
  t.after(() => child.kill('SIGKILL'));
  const ended = once(child, 'exit');
  await until(() => asked, 'the first request to the origin');
  assert.equal(readdirSync(folder).length, 1);
  child.kill('SIGINT');
  await ended;
  assert.equal(child.signalCode, 'SIGINT');
  assert.deepEqual(readdirSync(folder), []);
});

test('a saved state stays behind its link, leaves no part when it cannot be written, and is refused when it is too large', async (t) => {
  const folder = temporaryFolder(t);
  const at = (name: string) => join(folder, name);
  const run = (...words: string[]) => runQord(['start', '--memory', '--port', '0', '--exec', 'exit 0', ...words]);
  writeFileSync(at('real.json'), '');
  symlinkSync('real.json', at('link.json'));
  assert.equal((await run('--dump-state', at('link.json'))).code, 0);
  assert.ok(JSON.parse(readFileSync(at('real.json'), 'utf8')).accounts);
  assert.ok(lstatSync(at('link.json')).isSymbolicLink());
  mkdirSync(at('state/state.json/full'), { recursive: true }); // no file can take this place
  assert.equal((await run('--dump-state', at('state'))).code, 1);
  assert.deepEqual(readdirSync(at('state')), ['state.json']);
  writeFileSync(at('large.json'), '');
  truncateSync(at('large.json'), 2 ** 28);
  const { code, stderr } = await run('--load-state', at('large.json'));
  assert.equal(code, 1);
  assert.ok(stderr.startsWith(`qord: --load-state ${at('large.json')}: a state has at most 128 MB; name one`), stderr);
});

test('a temporary folder that cannot be used is named, with what to do', async () => {
  const { code, stderr } = await runQord(['start', '--memory'], { variables: { TMPDIR: '/nowhere' } });
  assert.equal(code, 3);
  assert.match(
    stderr,
    /^qord: \/nowhere cannot be used: there is no such file or folder \(ENOENT\); set TMPDIR to a folder that this user can write to\n$/,
  );
});

test('what contradicts --memory or is no port is refused', async () => {
  const refusals = [
    [['--memory', '--home', '/x'], /--memory has a home of its own: leave out --home/],
    [['--memory', '--network', 'testnet'], /--memory is for development networks, not for testnet/],
    [['--memory', '--port', '65531'], /--port must be an integer from 0 to 65530, not 65531/],
    [['--memory', '--exec', ' '], /--exec needs a command/],
    [['--memory', '--port', '1.5'], /--port must be an integer/],
    [['--memory', '--port', '9000', '--explorer.address', '127.0.0.1:9001'], /are both 127\.0\.0\.1:9001/],
  ] as const;
  for (const [words, message] of refusals) {
    const { code, stderr } = await runQord(['start', ...words]);
    assert.notEqual(code, 0);
    assert.match(stderr, message);
    assert.match(stderr, /^qord: [^\n]+\n$/, 'one line');
  }
});
