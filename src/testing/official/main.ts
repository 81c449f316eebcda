import { createMachines } from '../machines.ts';
import { jsonFiles } from './json-files.ts';
import { runFile } from './run-file.ts';
import { Summary } from './summary.ts';

/** Runs the official Ethereum tests found under the given folders: `npm run test:official -- <folder>…` */
const folders = process.argv.slice(2);
if (folders.length === 0) {
  console.error('give one or more folders of official tests: npm run test:official -- <folder>');
  process.exitCode = 2;
} else {
  const machineOf = createMachines();
  const started = performance.now();
  const files = folders.flatMap(jsonFiles);
  const summary = new Summary(console.log);
  for (const file of files) for (const result of runFile(file, machineOf)) summary.add(file, result);
  summary.print(files.length, (performance.now() - started) / 1000);
  if (!summary.isClean) process.exitCode = 1;
}
