import { resolve } from 'node:path';
import type { DevelopmentOptions } from '../../rpc/development/options.ts';
import { ProjectContracts } from '../../sources/project-contracts.ts';
import type { Log } from './create-log.ts';

/** The contracts in the folders of the options, below the one that the node was started in. */
export function openProject({ artifacts }: DevelopmentOptions, log: Pick<Log, 'warn'>): ProjectContracts {
  const folders = artifacts.map((folder) => resolve(folder));
  return new ProjectContracts(folders, (path, err) => log.warn({ path, err }, 'no artifacts can be read'));
}
