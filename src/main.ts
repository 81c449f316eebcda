#!/usr/bin/env node
import type { runCli } from './cli/run-cli.ts';
import { loadProgram } from './primitives/load-program.ts';

const { exports } = loadProgram<{ readonly runCli: typeof runCli }>(new URL('program/cli.cjs', import.meta.url));
void exports.runCli(process.argv.slice(2)).then((code) => process.exit(code));
