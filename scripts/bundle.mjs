/**
 * Joins the program's modules into few files: dist/qord.js, and what it loads in dist/program. Opening a thousand small
 * modules takes longer than everything else at the start of a node. Packages stay where npm put them.
 */
import { readFile, rm } from 'node:fs/promises';
import { relative } from 'node:path';
import { build } from 'esbuild';

const folder = 'dist/program';

/** Files beside a module (package.json, WebAssembly) are found from where the compiler puts that module. */
const keepPlaces = {
  name: 'keep places',
  setup: ({ onLoad }) =>
    onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      if (!source.includes('import.meta.url')) return undefined;
      const compiled = relative('src', path).replace(/\.ts$/, '.js');
      const place = `new URL(${JSON.stringify(relative(folder, `dist/${compiled}`))}, import.meta.url).href`;
      return { contents: source.replaceAll('import.meta.url', place), loader: 'ts' };
    }),
};

await rm(folder, { recursive: true, force: true }); // chunks are named by the hash of their content: old ones would remain
await build({
  entryPoints: {
    // two entries, so that dist/qord.js itself holds nothing but the call of the command line
    qord: 'src/main.ts',
    'program/cli': 'src/cli/run-cli.ts',
    'program/block-worker': 'src/node/block-thread/block-worker.ts',
    'program/execution-worker': 'src/node/execution/execution-worker.ts',
    'program/recovery-thread': 'src/node/sender-recovery/recovery-thread.ts',
  },
  outdir: 'dist',
  chunkNames: 'program/[name]-[hash]',
  bundle: true,
  minifySyntax: true,
  splitting: true, // what a command does not need is not loaded
  packages: 'external',
  platform: 'node',
  format: 'esm',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
  plugins: [keepPlaces],
});
