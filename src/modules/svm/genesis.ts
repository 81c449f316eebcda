import type { HookEnvironment } from '../../kernel/module.ts';
import { treasury } from '../../kernel/module-account.ts';
import { weiPerLamport } from '../../primitives/units.ts';
import { svmAddress } from '../addresses.ts';
import { accounts, genesisPrograms } from './records.ts';

/** What every network starts with: the programs nobody can replace. */
export function defaultSection(): object {
  const value = { upgrade_authority: '', deploy_slot: 0, last_deploy_slot: 0 };
  return { program: genesisPrograms.map((program) => ({ key: [program], value })) };
}

/** Coins of the accounts must be held by the module; what is missing comes from the treasury. Throws when it has too little. */
export function holdCoins({ state }: HookEnvironment): void {
  let lamports = 0n;
  for (const [, held] of accounts.list(state)) lamports += held;
  const missing = lamports * weiPerLamport - state.balance(svmAddress);
  if (missing > 0n) state.transfer(treasury, svmAddress, missing);
}
