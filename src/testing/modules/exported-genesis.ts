import { exportGenesis } from '../../chain/genesis/export-genesis.ts';
import { formatGenesisChunks } from '../../chain/genesis/format-genesis.ts';
import { type GenesisDocument, parseGenesis } from '../../chain/genesis/parse-genesis.ts';
import { homePaths } from '../../config/home.ts';
import { exportHome } from '../../node/export-home.ts';

/** The exported genesis of the chain in a store, parsed as another chain reads it. */
export function exportedDocument(...store: Parameters<typeof exportGenesis>): GenesisDocument {
  return parseGenesis([...formatGenesisChunks(exportGenesis(...store), '')].join(''));
}

/** The same of a home folder. */
export async function exportedGenesis(home: string): Promise<GenesisDocument> {
  const parts: string[] = [];
  for await (const part of exportHome(homePaths(home), '')) parts.push(part);
  return parseGenesis(parts.join(''));
}
