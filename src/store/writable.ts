import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

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
}
