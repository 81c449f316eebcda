import { existsSync, lstatSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Home, homePaths } from '../config/home.ts';
import { fileFault } from '../primitives/given-file.ts';
import { dateMs } from '../primitives/machine.ts';
import { DirectoryInUseError, lockDirectory } from '../store/directory-lock.ts';
import { HomeError } from './home-error.ts';

const prefix = 'qord-memory-';

/** Milliseconds after which a home without data is no node that starts. */
const startMs = 60_000;

/** Creates a home in the temporary folder of the system. Its name contains the process id. Throws a HomeError. */
export function createMemoryHome(): Home {
  const parent = tmpdir();
  try {
    return homePaths(mkdtempSync(join(parent, `${prefix}${process.pid}-`)));
  } catch (error) {
    throw new HomeError({ code: 'no-temporary', path: parent, reason: fileFault(error) });
  }
}

/** Removes a home with all it contains. */
export function removeHome({ folder }: Home): void {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
}

/**
 * Removes the homes that killed nodes have left in the temporary folder. One that is in use, or belongs to somebody
 * else, stays. Never rejects: `onFault` is told of those that cannot be removed.
 */
export async function removeAbandonedHomes(onFault: (error: unknown) => void): Promise<void> {
  const parent = tmpdir();
  for (const name of homesIn(parent, onFault)) {
    try {
      await removeAbandoned(join(parent, name), name);
    } catch (error) {
      if (!(error instanceof DirectoryInUseError) && !isGone(error)) onFault(error);
    }
  }
}

/** None when the folder cannot be read: a folder may be written to without that. */
function homesIn(parent: string, onFault: (error: unknown) => void): readonly string[] {
  try {
    return readdirSync(parent).filter((name) => name.startsWith(prefix));
  } catch (error) {
    onFault(error);
    return [];
  }
}

async function removeAbandoned(folder: string, name: string): Promise<void> {
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== process.getuid?.() || isRunning(pidIn(name))) return;
  const home = homePaths(folder);
  // another container has other process ids: a lock, or time, says that nobody uses it
  if (existsSync(home.dataFolder)) await lockDirectory(home.dataFolder).release();
  else if (dateMs() - found.mtimeMs < startMs) return;
  removeHome(home);
}

/** Another start has removed it meanwhile. */
function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
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
