import { type CheckContext, view } from '../../kernel/module-sdk/call.ts';
import { faultsOf } from '../../kernel/module-sdk/fault.ts';
import { accountField, textField, uint, uqor, withUnit } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { fromScaled, parseDecimal, truncate } from '../../primitives/decimal/decimal.ts';
import { fromHex } from '../../primitives/hex.ts';
import type { Dependencies } from './dependencies.ts';
import { bondingReward, votingPower } from './formulas.ts';
import { qcaParams } from './params.ts';
import { classifications } from './records.ts';
import { selectProposer } from './selection.ts';

export const fault = faultsOf({
  noEligibleValidator: [2, 'no validator is eligible'],
  votingPowerOff: [3, 'voting by stake and reputation is off'],
});

/** Reputation of an account without a validator. */
const unprovenReputation = parseDecimal('0.5');

/** The calls of the module. */
export const qcaCalls = (reader: Dependencies) => [
  view('poolOf', {
    doc: 'The pool a validator was put into.',
    inputs: { validator: accountField('operator of the validator') },
    outputs: { pool: textField('rpos, dpos, pos or unclassified') },
    gas: 2_600n,
    run: ({ state }, { validator }) => ({ pool: classifications.get(state, validator)?.pool ?? 'unclassified' }),
  }),
  view('bondingReward', {
    doc: 'What a stake is worth on the bonding curve.',
    inputs: {
      stake: uqor('staked'),
      loyalty: withUnit('blocks', uint(64, 'how long')),
      reputation: uint(256, 'times 10^18'),
    },
    outputs: { reward: uqor('worth') },
    gas: 10_000n,
    example: ['100qor', '1000', '500000000000000000'],
    run: ({ state }, { stake, loyalty, reputation }) => ({
      reward: truncate(bondingReward(qcaParams.get(state), stake, Number(loyalty), fromScaled(reputation))),
    }),
  }),
  drawProposer(reader),
  votingPowerOf(reader),
];

function drawProposer({ candidates }: Dependencies) {
  const drawn = ({ state, block }: CheckContext) =>
    selectProposer(state, candidates(state), fromHex(block.blockHash(block.number - 1n)), Number(block.number));
  return view('drawProposer', {
    doc: 'The validator that the draw by pool, reputation and stake chooses for this block. A node alone makes every block itself, whoever is drawn.',
    inputs: {},
    outputs: { validator: accountField('its operator') },
    gas: 500_000n,
    fault: (context) => (drawn(context) === undefined ? fault.noEligibleValidator() : undefined),
    run: (context) => ({ validator: drawn(context) ?? zeroAddress }),
  });
}

const votingPowerOf = ({ holdingOf, reputationOf }: Dependencies) =>
  view('votingPower', {
    doc: 'What the vote of an account weighs by its stake, its xQORE and its reputation as a validator. Of more than a hundred delegations, only those with active validators may count.',
    inputs: { account: accountField('who votes') },
    outputs: { power: uint(256, 'times 10^18') },
    gas: 200_000n,
    fault: ({ state }) => (qcaParams.get(state).qdrw_enabled ? undefined : fault.votingPowerOff()),
    run: ({ state }, { account }) => {
      const { staked, xqore } = holdingOf(state, account);
      const reputation = reputationOf(state, account) ?? unprovenReputation;
      return { power: votingPower(qcaParams.get(state), staked, xqore, reputation) };
    },
  });
