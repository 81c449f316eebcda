import { closeSync, existsSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
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
  syncFolder(dirname(file));
}

/** Removes a file, if it is there; on return it is gone also after a power loss. */
export function removeDurably(file: string): void {
  if (!existsSync(file)) return;
  rmSync(file);
  syncFolder(dirname(file));
}

function syncFolder(folder: string): void {
  if (process.platform === 'win32') return; // folders cannot be opened there
  const descriptor = openSync(folder, 'r');
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
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
