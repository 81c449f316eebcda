import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { before, describe, type TestContext, test } from 'node:test';
import { packPackage } from '../testing/packed-package.ts';
import { plainEnvironment } from '../testing/run-qord.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const closers: (() => void)[] = [];
test.after(() => {
  for (const close of closers) close();
});

describe('npx runs the packed file', () => {
  let file = '';
  let folder = '';
  let isMissing = false;

  before(async () => {
    folder = temporaryFolder({ after: (end) => void closers.push(end as () => void) });
    file = await packPackage(folder);
    const { code, output } = await ended(run(['exec', '--yes', `--package=${file}`, '--', 'qord', '--version']));
    isMissing = code !== 0 && /E(?:NOTFOUND|AI_AGAIN|CONNREFUSED|TIMEDOUT|NETUNREACH|NOTCACHED)|network/.test(output);
    if (!isMissing) assert.match(output, /^\d+\.\d+\.\d+$/m);
  });

  /** npm in a process group of its own, as a shell starts it, which a Ctrl-C reaches as a whole. */
  function run(words: readonly string[]): ChildProcess {
    const { NODE_TEST_CONTEXT: _, ...env } = plainEnvironment();
    const child = spawn('npm', [...words], {
      cwd: folder,
      detached: true,
      env: { ...env, TMPDIR: folder, npm_config_prefer_offline: 'true' },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    closers.push(() => child.exitCode ?? child.signalCode ?? process.kill(-(child.pid ?? 0), 'SIGKILL'));
    return child;
  }

  async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream?.setEncoding('utf8').on('data', (text) => (output += text));
    const [code] = await once(child, 'close');
    return { code, output };
  }

  /** Whether nothing can be tested here. */
  function skipped(t: TestContext): boolean {
    if (isMissing) t.skip('the registry of npm cannot be reached');
    return isMissing;
  }

  const words = (...of: readonly string[]) => ['exec', '--yes', `--package=${file}`, '--', 'qord', ...of];

  test('a node ends cleanly at one Ctrl-C, and leaves nothing', async (t) => {
    if (skipped(t)) return;
    const child = run(words('start', '--memory', '--port', '0', '--json'));
    const closed = ended(child);
    const http = await new Promise<string>((resolve) => {
      createInterface({ input: child.stdout ?? assert.fail() }).on('line', (line) => {
        const record = JSON.parse(line);
        if (record.msg === 'started') resolve(record.http);
      });
    });
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_chainId"}';
    const reply = await fetch(http, { method: 'POST', body, headers: { 'content-type': 'application/json' } });
    assert.equal(JSON.parse(await reply.text()).result, '0x2648');
    process.kill(-(child.pid ?? assert.fail()), 'SIGINT');
    const { code, output } = await closed;
    assert.match(output, /"msg":"stopped"/);
    assert.ok(code === 0 || child.signalCode === 'SIGINT', 'npm itself may end by the signal');
    assert.deepEqual(
      readdirSync(folder).filter((name) => name.startsWith('qord-memory-')),
      [],
    );
  });

  test('the exit code is that of the command beside the node, and wrong usage has its own', async (t) => {
    if (skipped(t)) return;
    const beside = await ended(run(words('start', '--memory', '--port', '0', '--exec', 'exit 23')));
    assert.equal(beside.code, 23, beside.output);
    const wrong = await ended(run(words('new')));
    assert.equal(wrong.code, 2, wrong.output);
    assert.match(wrong.output, /^qord: missing required argument 'folder'; see --help$/m);
  });

  test('a project is written where npx is called', async (t) => {
    if (skipped(t)) return;
    mkdirSync(join(folder, 'beside'));
    const { code, output } = await ended(run(words('new', 'beside/project')));
    assert.equal(code, 0, output);
    assert.ok(readdirSync(join(folder, 'beside', 'project')).includes('qord.toml'));
  });
});
