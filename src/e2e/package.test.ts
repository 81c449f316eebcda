import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { xqoreAddress } from '../modules/addresses.ts';
import { toChecksum } from '../primitives/address.ts';
import { installPacked, linkPackages, projectRoot } from '../testing/packed-package.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const run = promisify(execFile);

/** The first example of a page that contains the text. */
function exampleWith(page: string, text: string): string {
  const blocks = [...readFileSync(join(projectRoot, page), 'utf8').matchAll(/```js\n([\s\S]*?)```/g)].map(
    ([, code]) => code ?? '',
  );
  return blocks.find((block) => block.includes(text)) ?? assert.fail(`${page} has no example with ${text}`);
}

describe('the packed package in an empty folder', () => {
  let folder = '';
  const closers: (() => void)[] = [];

  before(async () => {
    folder = temporaryFolder({ after: (end) => void closers.push(end as () => void) });
    await installPacked(folder);
    linkPackages(folder, ['viem', '@solana/kit', 'typescript', '@types/node', 'undici-types']);
    writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  });

  test.after(() => {
    for (const close of closers) close();
  });

  async function runFile(name: string, text: string, ...flags: string[]): Promise<string> {
    writeFileSync(join(folder, name), text);
    const { NODE_TEST_CONTEXT: _, ...env } = process.env; // of the test around it
    return (await run(process.execPath, [...flags, name], { cwd: folder, env, timeout: 600_000 })).stdout;
  }

  test('the test in README.md passes', async () => {
    const output = await runFile(
      'readme.test.js',
      exampleWith('README.md', "from 'qord'"),
      '--test',
      '--test-reporter=tap',
    );
    assert.match(output, /^(?:#|ℹ) pass 1$/m);
  });

  test('the examples of docs/in-process.md run', async () => {
    assert.equal(await runFile('first.js', exampleWith('docs/in-process.md', 'eth_chainId')), '0x2648\n');
    assert.equal(await runFile('viem.js', exampleWith('docs/in-process.md', "from 'viem'")), 'success\n');
  });

  test('the modules are declared for viem', async () => {
    assert.equal(await runFile('modules.js', exampleWith('docs/in-process.md', "from 'qord/viem'")), '10000000n\n');
    const required = `const { developmentChain, modules } = require('qord/viem');
console.log(developmentChain.id, modules.xqore.address, Object.keys(modules).length > 15);`;
    assert.equal(await runFile('modules.cjs', required), `9800 ${toChecksum(xqoreAddress)} true\n`);
  });

  test('the methods of the chain are actions of a client of viem, and kit of Solana has a transport', async () => {
    assert.equal(await runFile('actions.js', exampleWith('docs/in-process.md', 'qorActions')), '0.30\n');
    assert.equal(await runFile('kit.js', exampleWith('docs/in-process.md', '@solana/kit')), 'ok\n');
    const required = `const { qorActions } = require('qord/viem');
const { qor } = qorActions({ request: async (args) => JSON.stringify(args) });
qor.listRollups('a').then((text) => console.log(Object.keys(qor).length, text));`;
    assert.equal(await runFile('actions.cjs', required), '25 {"method":"qor_listRollups","params":["a"]}\n');
  });

  test('its command says its version', async () => {
    const { stdout } = await run(process.execPath, ['node_modules/qord/dist/qord.cjs', 'version'], { cwd: folder });
    assert.match(stdout, /^qord \d/);
  });

  test('its types are complete', async () => {
    const lines = [
      `import { createNode, type DevelopmentNode, type ProviderError } from 'qord';`,
      `import { developmentChain, modules, qorActions } from 'qord/viem';`,
      `import { createPublicClient, custom } from 'viem';`,
      `const node: DevelopmentNode = await createNode({ settings: { 'consensus.block-interval': '0s' } });`,
      'const client = createPublicClient({ transport: custom(node.provider) });',
      `const id: string = await node.request<string>({ method: 'eth_chainId' });`,
      `node.provider.on('disconnect', ({ code }: ProviderError) => console.log(code + 1, id, client));`,
      `// @ts-expect-error: no such option`,
      'await createNode({ prot: 1 });',
      `const position = await client.readContract({ ...modules.xqore, functionName: 'positionOf', args: ['0x00000000000000000000000000000000000000ff'] });`,
      'const [amount, , lockTime]: readonly [bigint, bigint, bigint, bigint] = position;',
      `// @ts-expect-error: no such function`,
      `await client.readContract({ ...modules.xqore, functionName: 'position', args: [] });`,
      `// @ts-expect-error: an amount is no text`,
      `await client.simulateContract({ ...modules.xqore, functionName: 'lock', args: ['1'] });`,
      'const { qor } = client.extend(qorActions);',
      'const burned: string = (await qor.getBurnStats()).total_burned;',
      `// @ts-expect-error: an account is missing`,
      'await qor.getXQOREPosition();',
      'console.log(amount + lockTime, developmentChain.id, burned);',
      'await node.close();',
    ];
    writeFileSync(join(folder, 'types.ts'), lines.join('\n'));
    const flags = [
      '--strict',
      '--noEmit',
      '--module',
      'nodenext',
      '--target',
      'es2023',
      '--types',
      'node',
      '--skipLibCheck',
    ];
    const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    await run(process.execPath, [compiler, ...flags, 'types.ts'], { cwd: folder }).catch(({ stdout }) =>
      assert.fail(stdout),
    );
  });
});
