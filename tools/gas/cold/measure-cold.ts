import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { dataFileOf } from '#qord/store/lmdb-store.ts';
import type { ColdCommand } from '../gas-options.ts';
import { writeManyAccounts } from '../search/many-accounts.ts';
import { coldCases, coldCode } from './cold-cases.ts';
import type { ColdCost } from './run-cold-block.ts';

/** More than a block of 100 million gas can call. */
const contracts = 40_000;

/** Whether the file of the state is in the memory of the system when the block begins. */
type FileCache = 'in memory' | 'on disk';

export type ColdResult = { readonly name: string; readonly cache: FileCache; readonly cost: ColdCost };

/**
 * Writes a state with so many accounts and slots, and 40,000 contracts, unless the folder `state` has it; then executes a
 * block for each kind of access, in a new process. Reports each as it is measured.
 */
export async function measureCold(
  { accounts, state }: ColdCommand,
  report: (result: ColdResult) => void,
): Promise<void> {
  const folder = state ?? mkdtempSync(join(tmpdir(), 'qord-cold-'));
  const file = dataFileOf(folder);
  try {
    if (!existsSync(file)) await writeManyAccounts(folder, accounts, contracts, coldCode);
    for (const [index, [name]] of coldCases.entries()) {
      // the first process brings what it reads into the memory of the system
      for (const cache of ['on disk', 'in memory'] as const) {
        if (cache === 'on disk' && !dropFileCache(file)) continue;
        report({ name, cache, cost: costOf(folder, index) });
      }
    }
  } finally {
    if (state === undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function costOf(folder: string, index: number): ColdCost {
  const program = fileURLToPath(new URL('../cold-block.js', import.meta.url));
  const args = [program, folder, String(index), String(contracts)];
  return JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' })) as ColdCost;
}

/** Has the system forget the pages of the file; false where there is no GNU dd. */
function dropFileCache(file: string): boolean {
  return spawnSync('dd', [`if=${file}`, 'iflag=nocache', 'count=0'], { stdio: 'ignore' }).status === 0;
}
