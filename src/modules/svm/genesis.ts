import type { HookEnvironment } from '../../kernel/module.ts';
import { treasury } from '../../kernel/module-account.ts';
import { moveWei } from '../../kernel/pools.ts';
import { weiPerLamport } from '../../primitives/units.ts';
import { svmAddress } from '../addresses.ts';
import { accounts, genesisPrograms } from './records.ts';

/** The programs of every network, which nobody can replace. */
export function defaultSection(): object {
  const value = { upgrade_authority: '', deploy_slot: 0, last_deploy_slot: 0 };
  return { program: genesisPrograms.map((program) => ({ key: [program], value })) };
}

/**
 * The module must hold the coins of the accounts; the treasury provides what is missing. Throws a RangeError when it
 * has too little.
 */
export function holdCoins({ state }: HookEnvironment): void {
  let lamports = 0n;
  for (const [, held] of accounts.list(state)) lamports += held;
  const missing = lamports * weiPerLamport - state.balance(svmAddress);
  if (missing > 0n) moveWei(state, treasury, svmAddress, missing);
}
