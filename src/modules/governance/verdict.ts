import { decimal, multiply } from '../../primitives/decimal/decimal.ts';
import type { GovernanceParams } from './params.ts';
import type { Standing } from './records.ts';

/**
 * The result of a vote, in uqor of stake: quorum of all bonded stake and locked xQORE, then veto, then yes among those who did not
 * abstain.
 */
export function verdictOf(
  { quorum, threshold, veto_threshold }: GovernanceParams,
  { yes, no, abstain, no_with_veto }: Pick<Standing, 'yes' | 'no' | 'abstain' | 'no_with_veto'>,
  bonded: bigint,
): 'passed' | 'rejected' | 'vetoed' {
  const all = yes + no + abstain + no_with_veto;
  if (all === 0n || decimal(all) < multiply(quorum, decimal(bonded))) return 'rejected';
  if (decimal(no_with_veto) > multiply(veto_threshold, decimal(all))) return 'vetoed';
  return decimal(yes) > multiply(threshold, decimal(all - abstain)) ? 'passed' : 'rejected';
}
