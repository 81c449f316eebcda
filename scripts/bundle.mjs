/**
 * Joins the program's modules into few files: dist/qord.cjs, and what it loads in dist/program, packages included.
 * Opening a thousand small modules takes longer than everything else at the start of a node. What packages have in
 * native code stays where npm put it.
 */
import { copyFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import { build } from 'esbuild';

const folder = 'dist/program';

/** The WebAssembly of the curves is copied here, so that the published package contains it. */
const curvesFolder = 'dist/curves';
const curvesSource = 'packages/curves/dist';

/** A module whose `import.meta.url` is where it would be without the bundle. */
async function keptAt(place, path, loader) {
  const source = await readFile(path, 'utf8');
  if (!source.includes('import.meta.url')) return undefined;
  const url = `new URL(${JSON.stringify(relative(folder, place))}, bundleUrl).href`;
  return { contents: source.replaceAll('import.meta.url', url), loader };
}

/** Files beside a module (package.json, WebAssembly) are found from where the compiler puts that module. */
const keepPlaces = {
  name: 'keep places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.ts$/ }, ({ path }) =>
      keptAt(`dist/${relative('src', path).replace(/\.ts$/, '.js')}`, path, 'ts'),
    );
    onLoad({ filter: /[\\/]packages[\\/]curves[\\/]dist[\\/].*\.js$/ }, ({ path }) =>
      keptAt(`${curvesFolder}/${basename(path)}`, path, 'js'),
    );
  },
};

/** lmdb looks for its native part beside its own module. */
const lmdbPlace = {
  name: 'lmdb place',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]lmdb[\\/]native\.js$/ }, async ({ path }) => {
      const source = await readFile(path, 'utf8');
      const own = 'fileURLToPath(import.meta.url)';
      if (!source.includes(own)) throw new Error(`${path} finds its native part in another way`);
      return {
        contents: source
          .replace(own, "createRequire(import.meta.url).resolve('lmdb')")
          .replace(/^/, "import { createRequire } from 'node:module';\n"),
      };
    }),
};

/**
 * V8 keeps bytecode of scripts (primitives/load-program.ts), not of ECMAScript modules, whose loader takes 5 ms to
 * start.
 */
const common = {
  format: 'cjs',
  outExtension: { '.js': '.cjs' },
  banner: { js: "const bundleUrl = require('node:url').pathToFileURL(__filename).href;" },
  bundle: true,
  minifySyntax: true,
  platform: 'node',
  target: 'node20',
  sourcemap: true,
  sourcesContent: false,
  logLevel: 'warning',
};

await rm(folder, { recursive: true, force: true }); // what an earlier build left would stay
await mkdir(curvesFolder, { recursive: true });
for (const name of await readdir(curvesSource)) {
  if (name.endsWith('.wasm')) await copyFile(`${curvesSource}/${name}`, `${curvesFolder}/${name}`);
}
const define = { 'import.meta.url': 'bundleUrl' };
await build({ ...common, define, entryPoints: { qord: 'src/main.ts' }, outdir: 'dist' });
await build({ ...common, define, entryPoints: { index: 'src/index.ts' }, outdir: 'dist' });
await build({
  ...{ ...common, banner: {}, format: 'esm', outExtension: { '.js': '.mjs' } },
  entryPoints: { index: 'src/index.ts' },
  outdir: 'dist',
});
await build({
  ...common,
  entryPoints: {
    api: 'src/api/create-development-node.ts',
    cli: 'src/cli/run-cli.ts',
    'block-worker': 'src/node/block-thread/block-worker.ts',
    'load-block-worker': 'src/node/block-thread/load-block-worker.ts',
    'execution-worker': 'src/node/execution/execution-worker.ts',
    'load-execution-worker': 'src/node/execution/load-execution-worker.ts',
    'verification-thread': 'src/node/signature-verification/verification-thread.ts',
    'authorities-thread': 'src/node/signature-verification/authorities-thread.ts',
    'recovery-thread': 'src/node/sender-recovery/recovery-thread.ts',
  },
  outdir: folder,
  external: ['secp256k1'],
  define: {
    ...define,
    'process.env.MSGPACKR_NATIVE_ACCELERATION_DISABLED': '"true"', // lmdb imports msgpackr; nothing here uses it
  },
  plugins: [keepPlaces, lmdbPlace],
});
