import type { PlainData } from '#qord/kernel/codec/codec.ts';
import { toBech32 } from '#qord/primitives/address.ts';
import { operators } from '../gas/prepared-chain/economy.ts';
import { accountAt } from '../gas/prepared-chain/prepared-chain.ts';

/** A row of a table as a genesis document has it. */
export type PlainRow = { readonly key: readonly PlainData[]; readonly value: PlainData };

/** When what is due becomes due, and rows that the prepared chain has. */
export type RowPlace = {
  /** seconds since 1970 */
  readonly soon: number;
  readonly soonHeight: number;
  /** The row of the table, named `module.table`, whose value has a member with this text. */
  rowWith(table: string, member: string, text: string): PlainRow;
};

const account = toBech32(accountAt(0));
const owner = toBech32(accountAt(2));
const [, north = ''] = operators.map((operator) => toBech32(operator));
const key = '082a51c80ec827e56f714a00751d1cead8553c39812e406c7ce9ed8f6e7da712';
const root = '01'.repeat(32);

/** A row of each kind that the prepared chain has none of, by `module.table`. */
export function firstRows({ soon, soonHeight, rowWith }: RowPlace): Readonly<Record<string, PlainRow>> {
  const row = (parts: readonly PlainData[], value: PlainData): PlainRow => ({ key: parts, value });
  const operation = rowWith('bridge.operation', 'status', 'challenged').key[0] ?? '';
  const commitment = rowWith('rdk.blob', 'backend', 'native').value;
  return {
    'pqc.migration': row([1], { to_algorithm_id: 3, start_height: 1, end_height: 1_000_000, migrated_accounts: 0 }),
    'pqc.protection': row([account], { since_height: 1 }),
    'ai.flagged': row([1, 0], { sender: account, score: 9_000, flags: ['gas_above_usual'] }),
    'qca.infraction': row([north, 1], { type: 'downtime', severity: '0.1', penalty: '0.01' }),
    'qca.remembered': row([north], { escalation: '0.5', height: 1 }),
    'bridge.due': row([soon, operation], true),
    'bridge.committee': row(['ethereum'], { keys: [root], threshold: 1 }),
    'bridge.genesis_token': row([owner], { chain: 'ethereum', asset: 'USDC', name: 'USDC of Ethereum' }),
    'bridge.permit_nonce': row(['ethereum', 'USDC', owner], 1),
    'multilayer.anchor_deadline': row([soonHeight, 'side-0'], true),
    'multilayer.stake_release': row([soon, 'side-0'], true),
    'xqore.rebase': row([1], { burned: '1', redistributed: '1', x_supply: '1' }),
    'xqore.newcomer': row([soon, account], true),
    'staking.unbonding': row([soon, 1], {
      ...{ delegator: account, operator: north, amount: '1000000' },
      ...{ started_height: 1, slashes: 0, redelegated: [] },
    }),
    'staking.redelegation_to_slash': row([north], 0),
    'staking.missed': row([north, 0], 'ff'),
    'svm.sequence': row(['GmaDrppBC7P5ARKV8g3djiwP89vz1jLK23V2GBjuAEGB'], 1),
    'babylon.checkpoint': row([2], {
      ...{ btc_block_hash: `${'00'.repeat(12)}${'01'.repeat(20)}`, btc_block_height: 900_001, state_root: root },
      ...{ submitted_at: soon, submitter: account, status: 'pending' },
    }),
    'babylon.dissent': row(
      [key],
      [{ attester: account, staker: account, amount_satoshis: 250_000, btc_height: 900_000 }],
    ),
    'babylon.ending': row([1], [account]),
    'babylon.unbonding': row([900_100, 1], true),
    'babylon.unsettled_checkpoint': row([0, 2], 900_001),
    'abstractaccount.sequence': row([owner, key], 1),
    'abstractaccount.possession': row([key], { used: 1, is_current: true }),
    'abstractaccount.spending': row([owner], '1'),
    'gasabstraction.fee_token': row([owner], 'ethereum/USDC'),
    'rdk.proof': row(['proven', 1], '01'),
    'rdk.inclusion_due': row([soonHeight, 'my-rollup'], true),
    'rdk.withdrawal': row(['shop', 1, 7], { recipient: account, amount: '1', paid_at: 1 }),
    'rdk.withdrawn': row(['shop'], '1'),
    'rdk.exit_root': row(['left'], root),
    'rdk.blob_need': row(['my-rollup', memberOf(commitment, 'commitment')], 1),
    'lightnode.operator': row([account], { key: account, registered_at: 1, answered: 0 }),
    'lightnode.operator_by_key': row([account], account),
    'lightnode.share': row([1], { share: '1', unpaid: 1 }),
  };
}

function memberOf(value: PlainData, name: string): PlainData {
  const member = typeof value === 'object' && value !== null && name in value ? Object(value)[name] : undefined;
  if (member === undefined) throw new RangeError(`no ${name}`);
  return member;
}
