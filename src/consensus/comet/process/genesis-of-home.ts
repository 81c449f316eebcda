import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeAtomically } from '../../../primitives/write-atomically.ts';
import type { CometHome } from '../comet-home.ts';
import { nothingSigned } from './key-files.ts';

/**
 * Writes the genesis file of CometBFT. When the home had another chain before, what its validator has signed there counts
 * no more, because signatures name the id of the chain; a validator that has voted at the height of the first block would
 * wait for ever for its own vote. So the record of the key is emptied; that of the chain before stays beside it, and is
 * taken up again when the home returns to that chain.
 */
export function writeGenesisOfHome(home: CometHome, chainId: string, genesis: string): void {
  const { genesisFile, validatorStateFile: record } = home;
  const recordOf = (id: string) => record.replace(/\.json$/, `-${id}.json`);
  const before = chainIdIn(genesisFile);
  if (before !== undefined && before !== chainId) {
    // one that is there is right, and the other is of the new chain: a start ended here before
    if (!existsSync(recordOf(before))) writeAtomically(recordOf(before), readFileSync(record, 'utf8'), 0o600);
    const isKnown = existsSync(recordOf(chainId));
    writeAtomically(record, isKnown ? readFileSync(recordOf(chainId), 'utf8') : JSON.stringify(nothingSigned), 0o600);
  }
  writeAtomically(genesisFile, genesis);
  rmSync(recordOf(chainId), { force: true });
}

/** The chain that the home had at its last start; undefined when it had none. */
function chainIdIn(file: string): string | undefined {
  try {
    const { chain_id: id } = JSON.parse(readFileSync(file, 'utf8'));
    return typeof id === 'string' && /^qor-\d+-[0-9a-f]+$/.test(id) ? id : undefined;
  } catch {
    return undefined;
  }
}
