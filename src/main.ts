#!/usr/bin/env node
import { loadProgram } from './load-program.ts';

const { runCli } = loadProgram(new URL('program/cli.cjs', import.meta.url));
void runCli(process.argv.slice(2)).then((code) => process.exit(code));
