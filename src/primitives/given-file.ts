import { readFileSync, statSync } from 'node:fs';

/**
 * The bytes of a file that somebody has named, or of a pipe. Throws an Error that says in words why it cannot be read:
 * folders, and devices, which may have no end, are none, nor are files above `most`.
 */
export function readGivenFile(path: string, most?: { readonly what: string; readonly megabytes: number }): Buffer {
  try {
    const found = statSync(path);
    if (found.isDirectory()) throw new Error('it is a folder, not a file');
    if (found.isCharacterDevice() || found.isBlockDevice()) throw new Error('it is a device, not a file');
    if (most !== undefined && found.size > most.megabytes * 2 ** 20)
      throw new Error(`${most.what} has at most ${most.megabytes} MB`);
    return readFileSync(path);
  } catch (error) {
    throw new Error(fileFault(error), { cause: error });
  }
}

/** Why a file or folder cannot be used, in words, with the code of the system. */
export function fileFault(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  const words = faults[code];
  return words === undefined ? error.message : `${words} (${code})`;
}

const faults: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'a part of the path is not a folder',
  EISDIR: 'it is a folder, not a file',
  EEXIST: 'there is something else already',
  EACCES: 'this user is not allowed to use it',
  EPERM: 'this user is not allowed to use it',
  EROFS: 'it is on a disk that cannot be written',
  ENOSPC: 'the disk is full',
  ELOOP: 'its links lead nowhere',
  ENAMETOOLONG: 'the path is too long',
  ERR_FS_FILE_TOO_LARGE: 'it is larger than 2 GiB',
};
