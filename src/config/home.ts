import { homedir } from 'node:os';
import { join, resolve } from 'node:path';

/** Everything a node keeps on disk. */
export type Home = {
  readonly folder: string;
  readonly configFile: string;
  readonly genesisFile: string;
  readonly dataFolder: string;
  readonly keyFolder: string;
  readonly pqcKeyFolder: string;
  /** records that the home had a chain, even when its data are lost */
  readonly chainFile: string;
};

/** Places inside a home folder; `~/.qord` when none is given. Nothing is created. */
export function homePaths(folder: string = join(homedir(), '.qord')): Home {
  const root = resolve(folder);
  return {
    folder: root,
    configFile: join(root, 'config', 'app.toml'),
    genesisFile: join(root, 'config', 'genesis.json'),
    dataFolder: join(root, 'data'),
    keyFolder: join(root, 'keys'),
    pqcKeyFolder: join(root, 'keys', 'pqc'),
    chainFile: join(root, 'chain.json'),
  };
}
