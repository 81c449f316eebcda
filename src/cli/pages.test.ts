import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { renderConfigurationPage } from '../config/configuration-page.ts';
import { renderCliPage } from './cli-page.ts';

const page = (name: string) => readFileSync(new URL(`../../docs/${name}`, import.meta.url), 'utf8');

test('docs/cli.md and docs/configuration.md are what npm run docs writes', () => {
  assert.equal(page('cli.md'), renderCliPage(), 'run npm run docs');
  assert.equal(page('configuration.md'), renderConfigurationPage(), 'run npm run docs');
});
