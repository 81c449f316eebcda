/**
 * Joins the program's modules into few files: dist/qord.js, and what it loads in dist/program, packages included.
 * Opening a thousand small modules takes longer than everything else at the start of a node. Packages with native parts
 * stay where npm put them.
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
      const place = `new URL(${JSON.stringify(relative(folder, `dist/${compiled}`))}, bundleUrl).href`;
      return { contents: source.replaceAll('import.meta.url', place), loader: 'ts' };
    }),
};

const common = {
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
};

await rm(folder, { recursive: true, force: true }); // what an earlier build left would stay
await build({ ...common, entryPoints: { qord: 'src/main.ts' }, outdir: 'dist', format: 'esm' });
await build({
  ...common,
  entryPoints: {
    cli: 'src/cli/run-cli.ts',
    'block-worker': 'src/node/block-thread/block-worker.ts',
    'execution-worker': 'src/node/execution/execution-worker.ts',
    'verification-thread': 'src/node/signature-verification/verification-thread.ts',
    'authorities-thread': 'src/node/signature-verification/authorities-thread.ts',
    'recovery-thread': 'src/node/sender-recovery/recovery-thread.ts',
  },
  outdir: folder,
  outExtension: { '.js': '.cjs' }, // V8 keeps bytecode of scripts, not of ECMAScript modules: see load-program.ts
  format: 'cjs',
  external: ['lmdb', 'secp256k1'],
  define: { 'import.meta.url': 'bundleUrl' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  plugins: [keepPlaces],
});
