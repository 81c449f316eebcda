/**
 * Builds the page of the explorer from src/explorer/page into dist/explorer/site: checks its types, then bundles it.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'vite';

const sources = 'src/explorer/page';
const target = 'dist/explorer/site';

/** Bundling takes seconds: it is left out when nothing has changed since. */
function isBuilt() {
  const page = join(target, 'index.html');
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const files = readdirSync(sources, { recursive: true }).map((name) => join(sources, name));
  return [...files, 'scripts/build-explorer.mjs', 'package-lock.json'].every((file) => statSync(file).mtimeMs <= built);
}

if (!isBuilt()) {
  execFileSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', sources], { stdio: 'inherit' });
  await build({
    configFile: false,
    root: sources,
    base: './', // the server writes the path of the host before it
    logLevel: 'warn',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
    build: {
      outDir: '../../../dist/explorer/site',
      emptyOutDir: true,
      target: 'es2022',
      modulePreload: { polyfill: false },
      assetsInlineLimit: 0, // the policy of the page allows no data: URLs
      reportCompressedSize: false,
    },
  });
}
