import { stakingAddress } from '../../modules/addresses.ts';
import { weiPerQor } from '../../primitives/units.ts';

const shares = '1000000000000000000';
const balance = String(1_000_000n * weiPerQor);

/** Accounts of the only validator of `oneValidatorGenesis`, whose keys nobody has. */
export const oneValidator = {
  operator: `0x${'aa'.padStart(40, '0')}`,
  consensus: `0x${'bb'.padStart(40, '0')}`,
};

/** The genesis of a test network with one validator, and a million QOR for each of the accounts. */
export function oneValidatorGenesis(...accounts: readonly string[]): unknown {
  const { operator, consensus } = oneValidator;
  const validator = {
    consensus,
    moniker: 'one',
    tokens: '1000000000000',
    shares,
    commission: '0.05',
    is_active: false,
    jailed: false,
    jailed_until: 0,
    created_height: 0,
    slashes: 0,
    missed_blocks: 0,
    window_start: 0,
  };
  const staking = {
    validator: [{ key: [operator], value: validator }],
    delegation: [{ key: [operator, operator], value: shares }],
  };
  const alloc = Object.fromEntries([stakingAddress, ...accounts].map((account) => [account, { balance }]));
  return { network: 'testnet', chainId: 9800, timestamp: 1, alloc, modules: { staking } };
}
