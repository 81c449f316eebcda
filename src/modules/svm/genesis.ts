import { genesisPrograms } from './records.ts';

/** The programs of every network, which nobody can replace. */
export function defaultSection(): object {
  const value = { upgrade_authority: '', deploy_slot: 0, last_deploy_slot: 0 };
  return { program: genesisPrograms.map((program) => ({ key: [program], value })) };
}
