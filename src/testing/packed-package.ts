import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

/** The folder of this project. */
export const projectRoot = fileURLToPath(new URL('../..', import.meta.url));

const run = promisify(execFile);

/** Packs the built package as npm publishes it; returns the path of the file, which is in the folder. */
export async function packPackage(folder: string): Promise<string> {
  const words = ['pack', '--ignore-scripts', '--json', '--pack-destination', folder];
  const { stdout } = await run('npm', words, { cwd: projectRoot });
  const [{ filename }] = JSON.parse(stdout);
  return join(folder, filename);
}

/** Installs the packed package in the folder without a registry: its dependencies are those of this project. */
export async function installPacked(folder: string): Promise<void> {
  const installed = join(folder, 'node_modules', 'qord');
  mkdirSync(installed, { recursive: true });
  await run('tar', ['-xzf', await packPackage(folder), '--strip-components=1', '-C', installed]);
  linkPackages(folder, Object.keys(JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')).dependencies));
}

/** Gives a folder packages of this project. */
export function linkPackages(folder: string, names: readonly string[]): void {
  for (const name of names) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(join(place, '..'), { recursive: true });
    symlinkSync(join(projectRoot, 'node_modules', name), place);
  }
}
