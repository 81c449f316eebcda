import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdirSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { AbiCoder } from 'ethers';
import { buildInfo, compileContract, contractSource } from '../testing/solidity.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { callText, signaturesIn } from './abi-text.ts';
import { ProjectContracts } from './project-contracts.ts';

const { runtimeCode } = compileContract('Vault');
const info = JSON.parse(buildInfo('Vault')) as { readonly input: object; readonly output: Output };
type Output = { readonly contracts: { readonly main: { readonly Vault: Compiled } } };
type Compiled = { readonly abi: unknown; readonly evm: { readonly deployedBytecode: { readonly object: string } } };
const { abi, evm } = info.output.contracts.main.Vault;

const hardhatArtifact = { contractName: 'Vault', abi, deployedBytecode: `0x${evm.deployedBytecode.object}` };

/** The layouts of the tools; `path` of the source in each. */
const layouts: Readonly<Record<string, { readonly path: string; readonly files: Readonly<Record<string, unknown>> }>> =
  {
    foundry: {
      path: 'src/Vault.sol',
      files: {
        'src/Vault.sol': contractSource('Vault'),
        'out/build-info/1.json': { id: '1', source_id_to_path: { 0: 'src/Vault.sol' }, language: 'Solidity' },
        'out/Vault.sol/Vault.json': {
          ...{ abi, deployedBytecode: evm.deployedBytecode, id: 0 },
          metadata: { settings: { compilationTarget: { 'src/Vault.sol': 'Vault' } } },
        },
      },
    },
    'Hardhat 2': {
      path: 'main',
      files: {
        'out/contracts/Vault.sol/Vault.json': hardhatArtifact,
        'out/contracts/Vault.sol/Vault.dbg.json': { buildInfo: '../../build-info/1.json' },
        'out/build-info/1.json': { _format: 'hh-sol-build-info-1', ...info },
      },
    },
    'Hardhat 3': {
      path: 'main',
      files: {
        'out/contracts/Vault.sol/Vault.json': hardhatArtifact,
        'out/build-info/solc-1.json': { _format: 'hh3-sol-build-info-1', input: info.input },
        'out/build-info/solc-1.output.json': { _format: 'hh3-sol-build-info-output-1', output: info.output },
      },
    },
  };

function write(folder: string, files: Readonly<Record<string, unknown>>): void {
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  }
}

for (const [name, { path, files }] of Object.entries(layouts)) {
  test(`a contract of ${name} is found by its code, with its functions, errors and lines`, async (t) => {
    const folder = temporaryFolder(t);
    write(folder, files);
    const problems: string[] = [];
    const project = new ProjectContracts([join(folder, 'out')], (file) => problems.push(file));
    await project.refresh();
    const found = await project.contractOf(runtimeCode);
    assert.equal(found?.name, 'Vault');
    const selector = [...(found?.errors.keys() ?? [])][0] ?? '';
    assert.equal(callText(`${selector}${'00'.repeat(63)}07`, found?.errors ?? new Map()), 'TooMuch(0, 7)');
    assert.equal(found?.functions.size, 3);
    assert.ok(project.errors.has(selector));
    const lines = new Set(Array.from({ length: runtimeCode.length / 2 }, (_, pc) => found?.lineAt?.(pc)?.line));
    assert.ok(lines.has(20), [...lines].join());
    assert.equal(found?.lineAt?.(0)?.path, path);
    assert.equal(await project.contractOf(`${runtimeCode.slice(0, 80)}00${runtimeCode.slice(82)}`), undefined);
    assert.equal(await project.contractOf('0x'), undefined);
    assert.deepEqual(problems, []);
  });
}

test('what changes is read again, what is removed is forgotten, and a file that cannot be read is named once', async (t) => {
  const folder = temporaryFolder(t);
  const problems: string[] = [];
  const project = new ProjectContracts([join(folder, 'out'), join(folder, 'none')], (file) => problems.push(file));
  await project.refresh();
  assert.equal(await project.contractOf(runtimeCode), undefined);
  assert.deepEqual(problems, [], 'folders may come later');
  write(folder, { 'out/Vault.json': { abi, deployedBytecode: { object: '0x00' } }, 'out/broken.json': '{' });
  await project.refresh();
  assert.equal(await project.contractOf(runtimeCode), undefined);
  write(folder, { 'out/Vault.json': { abi, deployedBytecode: evm.deployedBytecode } });
  utimesSync(join(folder, 'out/Vault.json'), 1, 1);
  await project.refresh();
  assert.equal((await project.contractOf(runtimeCode))?.name, 'contract');
  rmSync(join(folder, 'out/Vault.json'));
  await project.refresh();
  assert.equal(await project.contractOf(runtimeCode), undefined);
  assert.deepEqual(problems, [join(folder, 'out/broken.json')]);
});

test('gaps and places that are not in the code take no time and hide no contract', async (t) => {
  const folder = temporaryFolder(t);
  const gaps = [
    { start: 0, length: 1e9 },
    { start: 0, length: -5 },
    { start: -1e9, length: 5 },
    { start: 1e300, length: 5 },
    { start: {}, length: 'x' },
    ...Array.from({ length: 100_000 }, (_, at) => ({ start: at, length: 1e9 })),
  ];
  const { object } = evm.deployedBytecode;
  const other = { ...evm.deployedBytecode, object: `${object.slice(0, 2)}00${object.slice(4)}` };
  const inGaps = { ...other, sourceMap: '-5:1:0;x:1:0;;1:1:1e9', immutableReferences: { 1: gaps } };
  write(folder, { ...layouts.foundry?.files, 'out/A.json': { abi: [], deployedBytecode: inGaps } });
  const project = new ProjectContracts([join(folder, 'out')], (file) => assert.fail(file));
  await project.refresh();
  assert.equal((await project.contractOf(runtimeCode))?.name, 'Vault', 'that with sources is the better one');
  const odd = await project.contractOf(`0x60ff${runtimeCode.slice(6)}`);
  assert.equal(odd?.name, 'contract', 'every byte is in a gap');
  assert.deepEqual(
    [0, 2, 4, 5].map((pc) => odd?.lineAt?.(pc)),
    [undefined, undefined, undefined, undefined],
  );
});

test('arguments are shortened, also those of structs, and bytes that do not decode are not shown', () => {
  const tuple = {
    name: 'p',
    type: 'tuple[]',
    components: [
      { name: 'a', type: 'uint8' },
      { name: '', type: 'string' },
    ],
  };
  const item = { type: 'function', name: 'f', inputs: [tuple, { name: 'b', type: 'bytes' }] } as const;
  const odd = { type: 'function', name: 'g', inputs: [{ name: 'x', type: 'function' }] } as const;
  const signatures = signaturesIn([item, odd, { type: 'fallback' }], 'function');
  assert.equal(signatures.size, 1);
  const [selector] = signatures.keys();
  const structs = Array.from({ length: 12 }, () => [7, 'x'.repeat(200)]);
  const encoded = AbiCoder.defaultAbiCoder().encode(
    ['tuple(uint8,string)[]', 'bytes'],
    [structs, `0x${'ab'.repeat(99)}`],
  );
  const text = callText(`${selector}${encoded.slice(2)}`, signatures) ?? '';
  assert.match(text, /^f\(\[\(7, "x{100}…"\), .*, … 2 more\], 0x(?:ab){49}…\)$/);
  assert.equal(callText(`${selector}00`, signatures), 'f(…)');
  assert.equal(callText('0x12345678', signatures), undefined);
});

test('what is no source or artifact of a compiler is neither read nor waited for', async (t) => {
  const folder = temporaryFolder(t);
  const foundry = layouts.foundry ?? assert.fail();
  write(folder, foundry.files);
  const artifact = foundry.files['out/Vault.sol/Vault.json'] as object;
  write(folder, { 'secret.txt': 'secret', 'src/Vault.sol': '' });
  rmSync(join(folder, 'src/Vault.sol'));
  symlinkSync('../secret.txt', join(folder, 'src/Vault.sol'));
  symlinkSync('loop.json', join(folder, 'out/loop.json'));
  for (const name of ['up', 'again']) symlinkSync('..', join(folder, 'out', name)); // 2^40 paths
  execFileSync('mkfifo', [join(folder, 'out/pipe.json')]);
  const problems: string[] = [];
  const project = new ProjectContracts([join(folder, 'out')], (file) => problems.push(file));
  await project.refresh();
  assert.deepEqual(problems, [join(folder, 'out/loop.json')]);
  assert.deepEqual((await project.artifactOf(runtimeCode))?.sources, [{ path: 'src/Vault.sol', text: '' }]);
  for (const path of ['../../../../../../../../etc/passwd', 'secret.txt', 'pipe.sol']) {
    const metadata = { settings: { compilationTarget: { [path]: 'Vault' } } };
    if (path === 'pipe.sol') execFileSync('mkfifo', [join(folder, path)]);
    write(folder, { 'out/Vault.sol/Vault.json': { ...artifact, metadata } });
    utimesSync(join(folder, 'out/Vault.sol/Vault.json'), 1, path.length);
    await project.refresh();
    assert.deepEqual((await project.artifactOf(runtimeCode))?.sources, [{ path, text: '' }]);
  }
  write(folder, { 'out/Vault.sol/Vault.json': { ...artifact, id: 4e9 } });
  await project.refresh();
  assert.deepEqual((await project.artifactOf(runtimeCode))?.sources, []);
});
