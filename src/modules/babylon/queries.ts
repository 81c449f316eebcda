import { attested, integer, measured, objectOf, oneOfTexts, text } from '../../kernel/module-sdk/figures.ts';
import { accountParam, moduleDisabled, notFound, operatorText, query } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { formatTime } from '../../primitives/time.ts';
import { hashText } from './bitcoin.ts';
import { babylonParams } from './params.ts';
import { positionOfStaker } from './positions.ts';
import { positionStatuses } from './records.ts';

const byAttesters = 'by the authority or the attesters in the parameters: Bitcoin is not checked here';

export const babylonQueries = [
  query(
    'qor_getBTCStakingPosition',
    'Bitcoin staking position of an account: the newest that is not withdrawn, else the newest of all. Nothing of Bitcoin is verified here: the authority and the attesters in the parameters are trusted to report it.',
    [accountParam('address', 'the staker')],
    objectOf({
      id: measured(text),
      staker_address: measured(text, 'qor1…'),
      btc_tx_hash: attested(byAttesters, { ...text, pattern: '^[0-9a-f]{64}$' }, 'the staking transaction on Bitcoin'),
      amount_satoshis: attested(byAttesters, integer),
      status: attested(byAttesters, oneOfTexts(positionStatuses)),
      staked_at: attested(byAttesters, text, 'RFC 3339'),
      unbonding_height: attested(byAttesters, integer, 'Bitcoin height of the release; 0 if not unbonding'),
      validator_addr: measured(text, 'qorvaloper1…'),
    }),
    ({ state }, address) => {
      if (!babylonParams.get(state).enabled) throw moduleDisabled('babylon');
      const found = positionOfStaker(state, address);
      if (found === undefined) throw notFound(`${toBech32(address)} has no Bitcoin staking position`);
      const { id, position } = found;
      return {
        id: id.toString(),
        staker_address: toBech32(address),
        btc_tx_hash: hashText(position.btc_tx_hash),
        amount_satoshis: position.amount_satoshis,
        status: position.status,
        staked_at: formatTime(position.staked_at),
        unbonding_height: position.status === 'unbonding' ? position.unbonding_height : 0,
        validator_addr: operatorText(position.validator),
      };
    },
  ),
];
