import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { start } from '#qord/cli/catalog/node.ts';
import { settingOptions } from '#qord/cli/setting-options.ts';
import { anvilMissing } from '#qord/testing/clients/anvil.ts';
import { findFoundry } from '#qord/testing/clients/foundry.ts';
import { declaredMethods } from './declared-methods.ts';
import { anvilFlags, flagsIn, hardhatFlags, namedIn } from './flags.ts';
import { renderFromHardhatPage } from './flags-page.ts';

/** The options of the task `node` in Hardhat 3.18.0, which needs a newer Node, as its help lists them. */
const hardhatHelp = `
  --chain-id         	The chain id to connect to
  --chain-type       	The chain type to connect to
  --fork             	The URL of the JSON-RPC server to fork from
  --fork-block-number	The block number to fork from
  --hostname         	The host to which to bind to for new connections
  --port             	The port on which to listen for new connections (default: 8545)
`;

test('every flag of anvil has a row, and no row is of another', { skip: anvilMissing }, () => {
  const help = execFileSync(findFoundry('anvil') ?? '', ['--help'], { encoding: 'utf8' });
  const flags = flagsIn(help);
  assert.ok(flags.length > 60, String(flags.length));
  assert.deepEqual(Object.keys(anvilFlags).sort(), flags);
});

test('other names that anvil has for a flag that is an option here are options, too', { skip: anvilMissing }, () => {
  const help = execFileSync(findFoundry('anvil') ?? '', ['--help'], { encoding: 'utf8' });
  const names = new Set((start.options ?? []).map(({ name }) => `--${name}`));
  const blocks = help
    .split(/\n(?= +(?:-\w, )?--[a-z])/)
    .map((block) => [flagsIn(`\n${block}`)[0] ?? '', block] as const);
  const aliases = blocks
    .filter(([flag]) => names.has(flag))
    .flatMap(([, block]) => /\[aliases: ([^\]]+)\]/.exec(block)?.[1]?.split(', ') ?? []);
  assert.ok(aliases.length > 6, aliases.join());
  assert.deepEqual(
    aliases.filter((alias) => !names.has(alias)),
    [],
  );
});

test('the short forms of anvil are those here, or named in their rows', { skip: anvilMissing }, () => {
  const help = execFileSync(findFoundry('anvil') ?? '', ['--help'], { encoding: 'utf8' });
  const letters = new Map((start.options ?? []).map(({ letter, name }) => [letter, name]));
  const forms = [...help.matchAll(/^ +-(\w), --([a-z-]+)/gm)].filter(([, letter]) => letter !== 'h');
  assert.ok(forms.length > 8);
  for (const [form, letter = '', name = ''] of forms)
    assert.ok(letters.get(letter) === name || anvilFlags[`--${name}`]?.includes(`\`-${letter}\``), form);
});

test('every flag of hardhat node has a row, and no row is of another', () => {
  assert.deepEqual(Object.keys(hardhatFlags).sort(), flagsIn(hardhatHelp));
});

test('the options and methods that the rows name exist', (t) => {
  const options = new Set([...(start.options ?? []), ...settingOptions].map(({ name }) => `--${name}`))
    .add('--help')
    .add('--json');
  const methods = declaredMethods(t.signal);
  for (const table of [anvilFlags, hardhatFlags]) {
    const named = namedIn(table);
    assert.ok(named.options.length > 1);
    assert.deepEqual(
      named.options.filter((option) => !options.has(option)),
      [],
    );
    assert.deepEqual(
      named.methods.filter((method) => methods[method] === undefined),
      [],
    );
  }
});

test('docs/from-hardhat.md is what npm run docs writes', () => {
  const page = readFileSync(new URL('../../../docs/from-hardhat.md', import.meta.url), 'utf8');
  assert.equal(page, renderFromHardhatPage(), 'run npm run docs');
});
