import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { freeBytes } from './free-bytes.ts';

/** Bytes that must be free for files that LMDB creates: 20,000 are used at once. */
const neededBytesForFiles = 65_536;

/**
 * Throws the system's error when a file cannot be written or created. LMDB must not find this out by itself: the
 * process ends with a signal when it cannot open its file.
 */
export function assertWritable(file: string): void {
  for (const path of [file, `${file}-lock`]) {
    accessSync(existsSync(path) ? path : dirname(path), constants.R_OK | constants.W_OK);
    if (existsSync(path) && !statSync(path).isFile())
      throw Object.assign(new Error(`${path} is not a file`), { code: 'EISDIR' });
  }
  assertRoom(file);
}

/**
 * Throws the system's error when the disk has no room for a database or its lock file where one has to be created: the
 * process would end with a signal, as LMDB maps the lock file into memory before it fills it in.
 */
export function assertRoom(file: string, needed = neededBytesForFiles): void {
  if (existsSync(file) && existsSync(`${file}-lock`)) return;
  const free = freeBytes(dirname(file));
  if (free >= needed) return;
  throw Object.assign(new Error(`only ${free} bytes are free`), { code: 'ENOSPC' });
}
