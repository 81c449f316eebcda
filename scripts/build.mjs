/** Builds dist/: the TypeScript node, and the EVM interpreter compiled from AssemblyScript to WebAssembly. */
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';

const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { stdio: 'inherit' });

run('node_modules/typescript/bin/tsc', '-p', '.');
if (existsSync('scripts/build-engine.mjs')) run('scripts/build-engine.mjs');
writeFileSync('dist/.built', ''); // scripts/start.mjs compares its age with the sources'
