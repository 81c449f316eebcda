import { existsSync } from 'node:fs';
import { formatGenesis } from '../chain/genesis/format-genesis.ts';
import type { GenesisDocument } from '../chain/genesis/parse-genesis.ts';
import type { Home } from '../config/home.ts';
import { type ConfigValues, renderConfigFile } from '../config/template.ts';
import { writeAtomically } from '../primitives/write-atomically.ts';
import { withHomeErrors } from './home-error.ts';

/**
 * Writes what a home lacks: app.toml with comments and those values, and the genesis. What is there stays as it is,
 * and a crash leaves no part of a file. Throws a HomeError when it cannot be written.
 */
export function writeHome({ configFile, genesisFile }: Home, genesis: GenesisDocument, values?: ConfigValues): void {
  writeMissing(configFile, () => renderConfigFile(values));
  writeMissing(genesisFile, () => formatGenesis(genesis));
}

function writeMissing(file: string, render: () => string): void {
  if (existsSync(file)) return;
  withHomeErrors(file, () => writeAtomically(file, render()));
}
