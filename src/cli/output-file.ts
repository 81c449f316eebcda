import { rmSync, statSync } from 'node:fs';
import { realpath, rename, writeFile } from 'node:fs/promises';
import { fileFault } from '../primitives/given-file.ts';
import { CliError } from './exit-codes.ts';

/** Whether a path is that of a pipe or a device, such as /dev/stdout, which nothing may take the place of. */
function isStream(path: string): boolean {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory()) throw new Error('it is a folder');
  return found !== undefined && !found.isFile();
}

/** What a link leads to; the path itself where there is nothing yet. */
function behindLinks(path: string): Promise<string> {
  return realpath(path).catch(() => path);
}

/** Rejects with a CliError that names the option when a file cannot be written there; leaves nothing behind. */
export function assertWritable(option: string, path: string): Promise<void> {
  return withFault(option, path, async () => {
    if (isStream(path)) return;
    const file = await behindLinks(path);
    try {
      await writeFile(`${file}.try`, '', { flag: 'wx' });
    } finally {
      rmSync(`${file}.try`, { force: true });
    }
  });
}

/**
 * Puts the whole file in the place of the one before, or of what a link leads to; a slow disk keeps nobody else waiting, and what cannot be finished
 * leaves nothing behind. Rejects with a CliError that names the option.
 */
export function replaceFile(option: string, path: string, text: string | Uint8Array): Promise<void> {
  return withFault(option, path, async () => {
    if (isStream(path)) return await writeFile(path, text);
    const file = await behindLinks(path);
    try {
      await writeFile(`${file}.new`, text, { flush: true });
      await rename(`${file}.new`, file);
    } catch (error) {
      rmSync(`${file}.new`, { force: true }); // on a full disk it takes what is left
      throw error;
    }
  });
}

async function withFault(option: string, path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw new CliError('failure', `${option} ${path}: ${fileFault(error)}; name a file that this user can write`);
  }
}
