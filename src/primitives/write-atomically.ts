import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from './make-folder.ts';

/** Writes the file with all of the text or not at all, also at a power loss. `mode`: its permissions, before the umask. */
export function writeAtomically(file: string, text: string, mode = 0o666): void {
  makeFolder(dirname(file));
  const temporary = `${file}.new`;
  try {
    writeWhole(temporary, text, mode);
    renameSync(temporary, file);
  } catch (error) {
    rmSync(temporary, { force: true }); // on a full disk it takes what is left
    throw error;
  }
  if (process.platform === 'win32') return; // folders cannot be opened there
  const folder = openSync(dirname(file), 'r');
  try {
    fsyncSync(folder);
  } finally {
    closeSync(folder);
  }
}

/** `writeSync` would write as much as a full disk takes, and be content. */
function writeWhole(file: string, text: string, mode: number): void {
  const descriptor = openSync(file, 'w', mode);
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
