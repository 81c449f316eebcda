import { closeSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { makeFolder } from '../primitives/make-folder.ts';

/** Writes the file with all of the text or not at all, also at a power loss. */
export function writeAtomically(file: string, text: string): void {
  makeFolder(dirname(file));
  const temporary = `${file}.new`;
  try {
    writeWhole(temporary, text);
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
function writeWhole(file: string, text: string): void {
  const descriptor = openSync(file, 'w');
  try {
    writeFileSync(descriptor, text);
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}
