import { existsSync, readFileSync } from 'node:fs';
import { removeDurably, writeAtomically } from '../../../primitives/write-atomically.ts';
import { CometError } from '../comet-error.ts';
import type { CometHome } from '../comet-home.ts';
import { nothingSigned } from './key-files.ts';

/**
 * Writes the genesis file of CometBFT. When the home had another chain before, what its validator has signed there counts
 * no more, because signatures name the id of the chain; a validator that has voted at the height of the first block would
 * wait for ever for its own vote. So the record of the key is emptied; that of the chain before stays beside it, and is
 * taken up again when the home returns to that chain. Throws a CometError when nothing says whose record
 * it is.
 */
export function writeGenesisOfHome(home: CometHome, chainId: string, genesis: string): void {
  const { genesisFile, validatorStateFile: file } = home;
  const keptOf = (id: string) => file.replace(/\.json$/, `-${id}.json`);
  const kept = keptOf(chainId);
  const before = chainIdIn(genesisFile);
  if (before === undefined && existsSync(kept)) throw new CometError({ code: 'two-records', genesisFile, file, kept });
  const isOther = before !== undefined && before !== chainId;
  // one that is there is right, and the other is of the new chain: a start ended here before
  if (isOther && !existsSync(keptOf(before))) writeAtomically(keptOf(before), readFileSync(file, 'utf8'), 0o600);
  // also when the home is still of this chain: a start with another has ended here
  if (existsSync(kept)) writeAtomically(file, readFileSync(kept, 'utf8'), 0o600);
  else if (isOther) writeAtomically(file, JSON.stringify(nothingSigned), 0o600);
  writeAtomically(genesisFile, genesis);
  removeDurably(kept); // or it would be put back after a power loss, without what is signed from now on
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
