import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderConfigurationPage } from '../config/configuration-page.ts';
import { opcodes } from '../evm/instruction-set/opcodes.ts';
import { precompiles } from '../evm/precompiles/precompiles.ts';
import { fieldEntries } from '../kernel/module-sdk/field.ts';
import { createModules } from '../modules/index.ts';
import { compileSolidity } from '../testing/solidity.ts';
import { renderCliPage } from './cli-page.ts';
import { parseFieldText } from './field-text.ts';
import { gasMeasurements, nativePrices, renderGasPage } from './gas-page.ts';
import { renderModulePages } from './module-pages.ts';
import { renderQorPage } from './qor-page.ts';

const committed = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8');

test('docs/cli.md, docs/qor.md and docs/configuration.md are what npm run docs writes', () => {
  assert.equal(committed('docs/cli.md'), renderCliPage(), 'run npm run docs');
  assert.equal(committed('docs/qor.md'), renderQorPage(), 'run npm run docs');
  assert.equal(committed('docs/configuration.md'), renderConfigurationPage(), 'run npm run docs');
});

test('docs/clients.md is what npm run docs writes, with every example', async () => {
  const page = '../../scripts/clients-page.mjs';
  const { clientFolders, renderClientsPage } = await import(page);
  assert.equal(committed('docs/clients.md'), renderClientsPage(), 'run npm run docs');
  assert.deepEqual(clientFolders().toSorted(), readdirSync(new URL('../../clients', import.meta.url)).toSorted());
});

test('docs/gas.md is what npm run docs writes, and every opcode, precompile and call of a module was measured', () => {
  const measured = gasMeasurements.parse(JSON.parse(committed('docs/gas-measured.json')));
  assert.equal(committed('docs/gas.md'), renderGasPage(measured), 'run npm run docs');
  const names = nativePrices().map(([native]) => native);
  assert.deepEqual(Object.keys(measured.natives).sort(), [...names].sort(), 'run npm run bench -- gas --write');
  assert.deepEqual(
    Object.keys(measured.opcodes),
    opcodes.map(({ name }) => name),
    "run npm run bench -- gas --only 'opcode ' --write",
  );
  const contracts = precompiles('osaka');
  const ofEthereum = contracts.addresses.map((address) => contracts.at(address)?.name ?? '');
  assert.deepEqual(names.slice(0, ofEthereum.length), ofEthereum);
});

test('the pages and the Solidity interfaces of the modules are what npm run docs writes', () => {
  for (const [path, text] of renderModulePages()) assert.equal(committed(path), text, `${path}: run npm run docs`);
});

test('the Solidity interfaces compile', () => {
  for (const [path, text] of renderModulePages()) {
    const [, name] = /(\w+)\.sol$/.exec(path) ?? [];
    if (name !== undefined) assert.ok(compileSolidity(name, text).abi.length > 0, path);
  }
});

test('the example of every call names all its arguments', () => {
  for (const { name, calls, precompiles } of createModules()) {
    for (const call of [calls, ...precompiles.map((further) => further.calls)].flat()) {
      if (!call.isCommand) continue;
      const needed = fieldEntries(call.inputs).filter(([, { option }]) => option === undefined).length;
      const options = call.example.findIndex((word) => word.startsWith('--'));
      assert.equal(options < 0 ? call.example.length : options, needed, `${name} ${call.name}`);
    }
  }
});

test('the arguments in the example of every call are spelled as the command line expects them', () => {
  const standsForSomething = (word: string) => word.includes('…') || /^@|\.so$/.test(word); // files of the reader
  for (const { name, calls, precompiles } of createModules()) {
    for (const { name: called, isCommand, inputs, example } of [
      calls,
      ...precompiles.map((each) => each.calls),
    ].flat()) {
      const positional = fieldEntries(inputs).filter(([, { option }]) => isCommand && option === undefined);
      for (const [index, [argument, field]] of positional.entries()) {
        const word = example[index] ?? '';
        if (standsForSomething(word)) continue;
        assert.doesNotThrow(() => parseFieldText(field, word), `${name} ${called} ${argument}`);
      }
    }
  }
});
