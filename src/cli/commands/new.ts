import { closeSync, openSync, readdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { makeFolder as createFolder } from '../../primitives/make-folder.ts';
import type { CommandInput, CommandResult } from '../command.ts';
import { CliError } from '../exit-codes.ts';
import { requiredArgument } from '../input.ts';
import { stopSignal } from '../stop-signal.ts';

const source = fileURLToPath(new URL('../../../templates', import.meta.url));

/** The folders of `source` that a project is made of. */
const templates = new Map<string, readonly string[]>([
  ['viem', ['base', 'calls', 'viem']],
  ['hardhat-2', ['base', 'hardhat-2']],
  ['hardhat-3', ['base', 'hardhat-3']],
  ['foundry', ['base', 'calls', 'foundry']],
]);

/** Writes a project into a folder that is empty, or not there yet. Rejects with a CliError. */
export async function run(input: CommandInput): Promise<CommandResult> {
  const folder = resolve(requiredArgument(input, 'folder'));
  const { template: wanted = 'viem' } = input.options;
  const template = wanted === 'hardhat' ? hardhatFor(process.versions.node) : wanted;
  const layers = templates.get(template);
  if (layers === undefined)
    throw new CliError('usage', `--template is one of ${['hardhat', ...templates.keys()].join(', ')}, not ${template}`);
  void stopSignal(); // it is heard when all files are written
  const files = writeProject(folder, layers);
  const place = relative('', folder);
  const text = [
    `wrote a project with ${template} into ${folder}`,
    ...(place === '' ? [] : [`cd ${quoted(place)}`]),
    'npm install',
    'qord start --memory --port 0 --exec "npm test"',
  ];
  return { json: { folder, template, files }, text: text.join('\n') };
}

/** The newest Hardhat that runs on this version of Node: Hardhat 3 needs 22.13. */
function hardhatFor(node: string): string {
  const [major = 0, minor = 0] = node.split('.').map(Number);
  return major > 22 || (major === 22 && minor >= 13) ? 'hardhat-3' : 'hardhat-2';
}

/** The paths of the files that it has written. What it cannot finish it takes back. */
function writeProject(folder: string, layers: readonly string[]): readonly string[] {
  const undo: (() => void)[] = [];
  try {
    makeFolder(folder, undo);
    if (readdirSync(folder).length > 0) throw new Error('it is not empty: name a new folder');
    return layers.flatMap((layer) => copyLayer(join(source, layer), folder, undo));
  } catch (error) {
    for (const step of undo.reverse()) step();
    throw new CliError('failure', `${folder}: ${error instanceof Error ? error.message : error}`);
  }
}

function copyLayer(layer: string, folder: string, undo: (() => void)[]): readonly string[] {
  const entries = readdirSync(layer, { recursive: true, withFileTypes: true });
  const names = entries
    .filter((entry) => entry.isFile())
    .map((entry) => relative(layer, join(entry.parentPath, entry.name)));
  return names.map((name) => {
    const path = join(folder, name === 'gitignore' ? '.gitignore' : name); // npm leaves a .gitignore out of a package
    makeFolder(join(path, '..'), undo);
    const mode = name === 'solc' ? 0o777 : 0o666; // whatever npm has made of those of the package
    const file = openSync(path, 'wx', mode);
    undo.push(() => rmSync(path, { force: true }));
    try {
      writeFileSync(file, readFileSync(join(layer, name)));
    } finally {
      closeSync(file);
    }
    return relative(folder, path);
  });
}

function makeFolder(folder: string, undo: (() => void)[]): void {
  const first = createFolder(folder);
  if (first !== undefined) undo.push(() => removeEmpty(folder, first));
}

/** From a folder up to one of those that contain it, as long as they are empty. */
function removeEmpty(folder: string, last: string): void {
  try {
    rmdirSync(folder);
  } catch {
    return; // somebody else uses it
  }
  if (folder !== last) removeEmpty(join(folder, '..'), last);
}

/** A path as a word of the shell. */
function quoted(path: string): string {
  const word = path.startsWith('-') ? `./${path}` : path;
  return /^[\w./@+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
