import { lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homePaths } from '../config/home.ts';
import { lockDirectory } from '../store/directory-lock.ts';

const prefix = 'qord-memory-';

/**
 * Creates a home in the temporary folder of the system, and removes those that killed nodes have left there. Its name
 * contains the process id.
 */
export function createMemoryHome(): Home {
  const parent = tmpdir();
  for (const name of readdirSync(parent)) if (name.startsWith(prefix)) removeAbandoned(join(parent, name), name);
  return homePaths(mkdtempSync(join(parent, `${prefix}${process.pid}-`)));
}

/** Removes a home with all it contains. */
export function removeHome({ folder }: Home): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/** Leaves it when anything says that it is in use or belongs to somebody else. */
function removeAbandoned(folder: string, name: string): void {
  try {
    const found = lstatSync(folder);
    if (!found.isDirectory() || found.uid !== process.getuid?.() || isRunning(pidIn(name))) return;
    const home = homePaths(folder);
    const lock = lockDirectory(home.dataFolder); // another container has other process ids
    void lock.release().then(() => removeHome(home));
  } catch {
    // in use, removed by another start, or not to be written
  }
}

function pidIn(name: string): number {
  return Number(name.slice(prefix.length).split('-')[0]);
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}
