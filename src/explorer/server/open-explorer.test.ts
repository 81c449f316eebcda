import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { request } from 'node:http';
import { connect, createServer } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { testRules } from '../../testing/interfaces/server-rules.ts';
import { listen } from '../../testing/node/listen.ts';
import { controlledMainThread } from '../../testing/process/main-thread.ts';
import { startTestNode } from '../../testing/test-node.ts';
import { until } from '../../testing/until.ts';
import { explorerOptions, isExplorerEnabled } from '../options.ts';
import { openExplorer } from './open-explorer.ts';
import { siteFolder } from './site-files.ts';

/** Most compressed bytes before the first view. */
const firstViewLimit = 150_000;

type Reply = { readonly status: number; readonly headers: NodeJS.Dict<string | string[]>; readonly body: string };

/** fetch would tidy up paths and does not let callers choose the Host. */
async function get(
  base: string,
  path: string,
  options: { host?: string; method?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<Reply> {
  const { hostname, port } = new URL(base);
  const headers = { ...options.headers, ...(options.host !== undefined && { host: options.host }) };
  const sent = request({ hostname, port, path, method: options.method ?? 'GET', headers }).end();
  const [response] = await once(sent, 'response');
  let body = '';
  for await (const chunk of response) body += chunk;
  return { status: response.statusCode, headers: response.headers, body };
}

const directive = (reply: Reply, name: string): string | undefined =>
  String(reply.headers['content-security-policy'])
    .split('; ')
    .find((each) => each.startsWith(`${name} `));

test('the explorer serves its page under every path, with a policy that lets it reach this node only', async (t) => {
  const { urls } = await startTestNode(t);
  for (const path of ['/', '/block/1', '/address/qor1%F0%9F', '/tx/0x?tab=svm', '/index.html']) {
    const page = await get(urls.explorer, path);
    assert.equal(page.status, 200, path);
    assert.match(page.body, /<div id="app">/);
    assert.ok(page.body.includes(`&quot;rpc&quot;:&quot;${urls.http}&quot;`), 'where the interfaces are');
    assert.equal(directive(page, 'script-src'), "script-src 'self'");
    assert.equal(directive(page, 'default-src'), "default-src 'none'");
    assert.equal(directive(page, 'require-trusted-types-for'), "require-trusted-types-for 'script'");
    const connect = directive(page, 'connect-src')?.split(' ').slice(1) ?? [];
    const ports = [urls.http, urls.webSocket, urls.svm].map((url) => new URL(url).port);
    assert.ok(connect.length > 0 && connect.every((source) => ports.includes(new URL(source).port)), connect.join(' '));
    assert.equal(page.headers['x-content-type-options'], 'nosniff');
    assert.equal(page.headers['referrer-policy'], 'no-referrer');
  }
});

test('?rpc= chooses another node, and only that one may be reached', async (t) => {
  const { urls } = await startTestNode(t);
  const other = await get(urls.explorer, '/?rpc=https%3A%2F%2Frpc.example%2Fv1&svm=http://svm.example');
  assert.equal(
    directive(other, 'connect-src'),
    'connect-src https://rpc.example wss://rpc.example http://svm.example ws://svm.example',
  );
  assert.ok(other.body.includes('&quot;https://rpc.example/v1&quot;,&quot;ws&quot;:&quot;wss://rpc.example/v1&quot;'));
  for (const url of [
    'javascript:alert(1)',
    'http://a b',
    "http://x'; script-src *",
    'ws://x',
    '',
    '"><script>',
    `http://x/${'a'.repeat(2_048)}`,
  ]) {
    const page = await get(urls.explorer, `/?rpc=${encodeURIComponent(url)}`);
    assert.ok(page.body.includes(`&quot;rpc&quot;:&quot;${urls.http}&quot;`), `${url} chooses nothing`);
    assert.doesNotMatch(page.body, /<script>/);
    assert.equal(directive(page, 'script-src'), "script-src 'self'");
  }
});

test('requests of many connections are answered in turns', async (t) => {
  const { mainThread, iterations } = controlledMainThread();
  const urls = { rpc: undefined, ws: undefined, svm: undefined };
  const options = explorerOptions.parse({ address: '127.0.0.1:0' });
  const explorer = await openExplorer(options, { urls, shell: undefined }, { ...testRules(), mainThread });
  t.after(() => explorer.close());
  const base = `http://127.0.0.1:${explorer.port}`;
  mainThread.charge('request', 1_000); // nothing is left of this iteration
  let answered = 0;
  const pages = Array.from({ length: 20 }, () =>
    get(base, '/').then(({ status }) => (answered += Number(status === 200))),
  );
  await until(() => mainThread.statistics.request.waiting === 20, 'requests that wait');
  assert.equal(answered, 0);
  for (const run of iterations.splice(0)) run();
  await Promise.all(pages);
  assert.equal(answered, 20);
});

test('behind a proxy the page is told the public addresses, with their paths', async (t) => {
  const flags = {
    'explorer.rpc-url': 'https://chain.example/rpc',
    'explorer.svm-url': 'https://chain.example/svm',
  };
  const { urls } = await startTestNode(t, { flags });
  const page = await get(urls.explorer, '/block/1');
  const told = {
    rpc: 'https://chain.example/rpc',
    ws: 'wss://chain.example/rpc',
    svm: 'https://chain.example/svm',
  };
  assert.ok(page.body.includes(JSON.stringify(told).replaceAll('"', '&quot;')), page.body);
  assert.equal(directive(page, 'connect-src'), 'connect-src https://chain.example wss://chain.example');
  for (const url of ['chain.example/rpc', 'ftp://chain.example', 'https://user:word@chain.example']) {
    await assert.rejects(startTestNode(t, { flags: { 'explorer.rpc-url': url } }), /rpc-url/, url);
  }
});

test('only the user of the machine is told where the node is, for commands', async (t) => {
  const { urls, home } = await startTestNode(t);
  const shellOf = async (path: string, headers: Readonly<Record<string, string>> = {}) => {
    const { body } = await get(urls.explorer, path, { headers });
    const [, told = ''] = /name="qord-shell" content="([^"]*)"/.exec(body) ?? [];
    return JSON.parse(told.replaceAll('&quot;', '"'));
  };
  const { program, home: told } = await shellOf('/block/1');
  assert.equal(told, home);
  assert.match(program.join(' '), /^node \/.*\/qord\.cjs$/);
  assert.equal(await shellOf('/?rpc=https://chain.example'), null, 'the page of another node');
  for (const name of ['Forwarded', 'Via', 'X-Forwarded-For', 'X-Real-IP']) {
    assert.equal(await shellOf('/', { [name]: '192.0.2.1' }), null, name);
  }
  const asNginx = connect(Number(new URL(urls.explorer).port), '127.0.0.1');
  asNginx.end(`GET / HTTP/1.0\r\nHost: ${new URL(urls.explorer).host}\r\nConnection: close\r\n\r\n`);
  const passedOn = await text(asNginx);
  assert.match(passedOn, /^HTTP\/1.1 200.*qord-shell" content="null"/s, 'nginx as it comes names no client');
  for (const flags of [
    { 'explorer.rpc-url': 'https://chain.example/rpc' },
    { 'explorer.svm-url': 'https://chain.example/svm' },
    { 'explorer.path': '/explorer' },
    { 'http.trusted-proxies': '127.0.0.1' },
  ]) {
    const published = await startTestNode(t, { flags });
    const { body } = await get(published.urls.explorer, '/');
    assert.doesNotMatch(body, /qord-node-/, `nobody is told: ${JSON.stringify(flags)}`);
  }
});

test('below a path of a host every file and page is found, whether the proxy removes the path or not', async (t) => {
  const { urls } = await startTestNode(t, { flags: { 'explorer.path': '/tools/explorer/' } });
  for (const prefix of ['', '/tools/explorer']) {
    const page = await get(urls.explorer, `${prefix}/block/1`);
    assert.equal(page.status, 200);
    assert.match(page.body, /name="qord-base" content="\/tools\/explorer"/);
    const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    assert.ok(files.length > 3 && files.every((file) => file.startsWith('/tools/explorer/')), files.join());
    for (const file of files) {
      const path = prefix === '' ? file.slice('/tools/explorer'.length) : file;
      assert.equal((await get(urls.explorer, path)).status, 200, path);
    }
  }
  assert.equal((await get(urls.explorer, '/tools/explorer')).status, 200);
  assert.equal((await get(urls.explorer, '/tools/explorer/assets/none.js')).status, 404);
  for (const path of ['explorer', '//evil.example', '/a"b', '/a b', '/a?b', '/a//b']) {
    await assert.rejects(startTestNode(t, { flags: { 'explorer.path': path } }), /explorer.*path/s, path);
  }
});

test('other hosts, methods and files are rejected', async (t) => {
  const { urls } = await startTestNode(t);
  assert.equal((await get(urls.explorer, '/', { host: 'evil.example' })).status, 403);
  assert.equal((await get(urls.explorer, '/', { host: 'localhost' })).status, 200);
  assert.equal((await get(urls.explorer, '/', { method: 'POST' })).status, 405);
  for (const path of ['/assets/none.js', '/../package.json', '/assets/../../../package.json', '/%2e%2e/package.json']) {
    assert.equal((await get(urls.explorer, path)).status, 404, path);
  }
});

test('the first view takes at most 150 kB, and its files are cached for good', async (t) => {
  const { urls } = await startTestNode(t);
  const html = readFileSync(join(siteFolder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="\.\/([^"]+)"/g)].map(([, file]) => file ?? '');
  assert.ok(files.some((file) => file.endsWith('.js')) && files.some((file) => file.endsWith('.css')), files.join());
  const sizes = files.map((file) => gzipSync(readFileSync(join(siteFolder, file))).length);
  const total = sizes.reduce((sum, size) => sum + size, gzipSync(html).length);
  assert.ok(total <= firstViewLimit, `${total} bytes`);
  const script = await get(urls.explorer, `/${files.find((file) => file.endsWith('.js'))}`);
  assert.equal(script.status, 200);
  assert.match(String(script.headers['cache-control']), /immutable/);
});

test('by default development networks serve it, and others do not', async (t) => {
  assert.ok(isExplorerEnabled({ enable: 'auto' }, 'dev'));
  assert.ok(!isExplorerEnabled({ enable: 'auto' }, 'mainnet'));
  assert.ok(isExplorerEnabled({ enable: 'true' }, 'mainnet'));
  const { urls } = await startTestNode(t, { flags: { 'explorer.enable': 'false' } });
  assert.equal(urls.explorer, '');
});

test('a port in use stops the start and names the key', async (t) => {
  const port = await listen(t, createServer());
  await assert.rejects(startTestNode({ after: () => {} }, { flags: { 'explorer.address': `127.0.0.1:${port}` } }), {
    name: 'PortError',
    message: new RegExp(`^\\[explorer\\] address: port ${port} .* --explorer\\.address host:port$`),
  });
});
