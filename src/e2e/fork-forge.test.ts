import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { test } from 'node:test';
import { promisify } from 'node:util';
import { encodeFunctionData, getAddress } from 'viem';
import { findFoundry, foundryMissing } from '../testing/clients/foundry.ts';
import { postJson } from '../testing/raw-rpc.ts';
import { compileContract } from '../testing/solidity.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';
import { startTestNode, type TestNode } from '../testing/test-node.ts';
import { until } from '../testing/until.ts';

const run = promisify(execFile);
const { abi, bytecode } = compileContract('Vault');
const flags = { 'consensus.block-interval': '0s' };

/** A compiler for forge, which looks for a program: the one of npm, with the two options that forge uses. */
const solcProgram = `#!${process.execPath}
const solc = require(${JSON.stringify(createRequire(import.meta.url).resolve('solc'))});
if (process.argv.includes('--version')) console.log('solc\\nVersion: ' + solc.version());
else console.log(solc.compile(require('node:fs').readFileSync(0, 'utf8')));
`;

/** Tests of a contract below the fork, and of what was deployed on it. */
const testOf = (below: string, above: string, height: bigint) => `// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;
interface Vault { function deposits(address) external view returns (uint256); function deposit() external payable; }
contract ForkTest {
  function testReadsBothNetworks() public view {
    require(Vault(${below}).deposits(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266) == 5, "below");
    require(Vault(${above}).deposits(0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266) == 6, "above");
    require(block.number >= ${height}, "height");
  }
  function testWritesOnTop() public {
    Vault(${below}).deposit{value: 3}();
    require(Vault(${below}).deposits(address(this)) == 3, "written");
    require(${below}.balance == 8, "balance");
  }
}
`;

/** Deploys the vault and deposits for the first account; returns its address. */
async function deploy({ urls }: TestNode, value: number): Promise<string> {
  const ask = async (method: string, ...params: readonly unknown[]) =>
    (await postJson(urls.http, JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }))).result;
  const [from] = (await ask('eth_accounts')) as string[];
  const send = async (request: object) => {
    const hash = await ask('eth_sendTransaction', { from, gas: '0x4c4b40', ...request });
    const find = () => ask('eth_getTransactionReceipt', hash) as Promise<{ contractAddress: string } | null>;
    return await until(find, 'a receipt');
  };
  const { contractAddress: to } = await send({ data: bytecode });
  await send({ to, data: encodeFunctionData({ abi, functionName: 'deposit' }), value: `0x${value.toString(16)}` });
  return getAddress(to);
}

test('forge runs its tests on a fork of a fork', { skip: foundryMissing('forge'), timeout: 600_000 }, async (t) => {
  const origin = await startTestNode(t, { flags });
  const below = await deploy(origin, 5);
  const fork = await startTestNode(t, { flags: { ...flags, 'fork.url': origin.urls.http } });
  const above = await deploy(fork, 6);
  const { number } = fork.node.chain.reader.head();

  const project = temporaryFolder(t);
  const solc = join(project, 'solc');
  writeFileSync(solc, solcProgram);
  chmodSync(solc, 0o755);
  writeFileSync(
    join(project, 'foundry.toml'),
    `[profile.default]\nsrc = "src"\ntest = "test"\nsolc = "${solc}"\noffline = true\n`,
  );
  mkdirSync(join(project, 'test'));
  writeFileSync(join(project, 'test', 'Fork.t.sol'), testOf(below, above, BigInt(number)));
  const env = { ...process.env, FOUNDRY_DISABLE_NIGHTLY_WARNING: '1', NO_COLOR: '1', HOME: project };
  const words = ['test', '--root', project, '--fork-url', fork.urls.http, '--json'];
  const { stdout } = await run(findFoundry('forge') ?? 'forge', words, { env }).catch((error: { stdout?: string }) => {
    throw new Error(`forge: ${error.stdout}`, { cause: error });
  });
  const suites = Object.values(JSON.parse(stdout)) as { test_results: Record<string, { status: string }> }[];
  const results = suites.flatMap(({ test_results: found }) => Object.entries(found));
  assert.deepEqual(
    results.map(([name, { status }]) => `${name} ${status}`),
    ['testReadsBothNetworks() Success', 'testWritesOnTop() Success'],
  );
});
