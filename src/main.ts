#!/usr/bin/env node
import { loadProgram } from './load-program.ts';

const { runCli } = loadProgram(new URL('program/cli.cjs', import.meta.url));
process.exit(await runCli(process.argv.slice(2)));
