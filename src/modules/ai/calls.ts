import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytesField, flagField, maxDataBytes, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import type { UnsignedTransaction } from '../../kernel/transaction/transaction.ts';
import { shareOf } from '../../primitives/decimal/decimal.ts';
import { toHex } from '../../primitives/hex.ts';
import { aiAddress, aiAnomalyAddress } from '../addresses.ts';
import { assessAnomaly } from './anomaly.ts';
import { maxScore } from './assessment.ts';
import { aiParams } from './params.ts';
import { senderProfiles } from './records.ts';
import { assessRisk, riskLevel } from './risk.ts';

/** Whether a transaction is a call of this module: its address with the selector of a call there. */
export function isAiCall({ to, data }: Pick<UnsignedTransaction, 'to' | 'data'>): boolean {
  const called = to === aiAddress ? aiRiskScore : to === aiAnomalyAddress ? aiAnomalyCheck : undefined;
  return called !== undefined && toHex(data.subarray(0, 4)) === called.selector;
}

export const aiRiskScore = view('aiRiskScore', {
  doc: 'Signs of risk in the data of a transaction, by fixed rules. They see single instructions and selectors, not the flow of values: a contract that can be reentered, or that lets nobody sell, shows none. No sign is no proof of safety.',
  inputs: { txData: bytesField('data of a call, or creation code', { maxBytes: maxDataBytes }) },
  outputs: {
    score: uint(256, 'basis points, 0 to 10000'),
    level: uint(8, '0 no sign found, 1 low, 2 medium, 3 high, 4 critical'),
  },
  gas: 50_000n,
  run: (_, { txData }) => {
    const { score } = assessRisk(txData);
    return { score: BigInt(score), level: BigInt(riskLevel(score)) };
  },
});

export const aiAnomalyCheck = view('aiAnomalyCheck', {
  doc: 'How unusual it would be for an account to send an amount now, by what it did before.',
  inputs: { sender: accountField('who would send'), amount: withUnit('wei', uint(256, 'how much')) },
  outputs: { anomalyScore: uint(256, 'basis points, 0 to 10000'), flagged: flagField('above the threshold') },
  gas: 40_000n,
  run: ({ state, block }, { sender, amount }) => {
    const params = aiParams.get(state);
    const { score } = assessAnomaly({
      value: amount,
      balance: state.account(sender)?.balance ?? 0n,
      profile: senderProfiles.get(state, sender),
      seconds: Number(block.timestamp),
      maxPerMinute: params.max_tx_per_minute,
    });
    const threshold = shareOf(BigInt(maxScore), params.anomaly_threshold);
    return { anomalyScore: BigInt(score), flagged: BigInt(score) > threshold };
  },
});
