import { statfsSync } from 'node:fs';

/** Bytes that this user may still write to the disk of a file; infinite where the system does not say. */
export function freeBytes(file: string): number {
  try {
    const { blocks, bavail, bsize } = statfsSync(file);
    return blocks > 0 ? bavail * bsize : Number.POSITIVE_INFINITY;
  } catch {
    return Number.POSITIVE_INFINITY;
  }
}
