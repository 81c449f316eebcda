/**
 * Builds dist/: the TypeScript node, the EVM interpreter compiled from AssemblyScript, the library of its curves, and the
 * program in few files.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { stdio: 'inherit' });

run('node_modules/typescript/bin/tsc', '-p', '.');
run('scripts/generate-engine.mjs');
run('scripts/generate-bls12-381.mjs');
run('scripts/build-engine.mjs');
run('scripts/extract-mcl.mjs');
run('scripts/bundle.mjs');
writeFileSync('dist/.built', ''); // scripts/start.mjs compares its age with the sources'
