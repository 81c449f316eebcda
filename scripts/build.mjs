/**
 * Builds dist/: the TypeScript node, the EVM interpreter and the curves compiled from AssemblyScript, the
 * program in few files, and the page of the explorer.
 */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';

const run = (script, ...args) => execFileSync(process.execPath, [script, ...args], { stdio: 'inherit' });

run('node_modules/typescript/bin/tsc', '-p', '.');
run('scripts/generate-engine.mjs');
run('scripts/generate-curves.mjs');
run('scripts/build-engine.mjs');
run('scripts/bundle.mjs');
run('scripts/keep-bytecode.mjs');
run('scripts/build-explorer.mjs');
writeFileSync('dist/.built', ''); // scripts/start.mjs compares its age with the sources'
