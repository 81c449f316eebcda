import type { Mutant } from './mutants.ts';

/** Faults in the rules of modules, which are the same on all nodes and when a block is executed again. */
export const moduleMutants: Readonly<Record<string, Mutant>> = {
  'an event of a delegation names another amount': {
    file: 'modules/staking/delegation-calls.js',
    before: 'delegatedEvent.log({ delegator: caller, validator: operator, amount })',
    after: 'delegatedEvent.log({ delegator: caller, validator: operator, amount: amount + 1n })',
  },
  'coins unbond later than was said': {
    file: 'modules/staking/delegation-calls.js',
    before: 'completion: BigInt(completion) }));',
    after: 'completion: BigInt(completion) - 12n }));',
  },
  'a due queue skips one': {
    file: 'kernel/module-sdk/due.js',
    before: 'queue.remove(state, ...key);\n    return due;',
    after: 'queue.remove(state, ...key);\n    return due.slice(1);',
  },
  'unbonded coins go to the operator': {
    file: 'modules/staking/blocks.js',
    before: 'transferUqor(state, stakingAddress, delegator, amount);',
    after: 'transferUqor(state, stakingAddress, operator, amount);',
  },
  'a penalty belongs to nobody': {
    file: 'modules/xqore/calls.js',
    before: 'sharePenalty(context, penalty * weiPerUqor, dependencies);',
  },
  'a deposit to the SVM side is counted twice': {
    file: 'modules/svm/transfers.js',
    before: 'changeLamports(state, key, wei / weiPerLamport);',
    after: 'changeLamports(state, key, (2n * wei) / weiPerLamport);',
  },
  'a withdrawal of rewards pays a wei less than it says': {
    file: 'modules/distribution/calls.js',
    before: 'moveWei(state, rewardPool, caller, amount);',
    after: 'moveWei(state, rewardPool, caller, amount === 0n ? 0n : amount - 1n);',
  },
  'what comes due in this second waits for the next': {
    file: 'kernel/module-sdk/due.js',
    before: 'BigInt(time) <= now',
    after: 'BigInt(time) < now',
  },
  'stakers get the part of validators': {
    file: 'modules/burn/blocks.js',
    before: 'payRewards(context, validatorAmount, stakerAmount);',
    after: 'payRewards(context, stakerAmount, validatorAmount);',
  },
  'who overtakes another does not sign': {
    file: 'modules/staking/stake.js',
    before: 'isRanked(before) !== isRanked(after) || rankOf(before) !== rankOf(after)',
    after: 'isRanked(before) !== isRanked(after)',
  },
  'a penalty is rounded down': {
    file: 'modules/xqore/calls.js',
    before: 'shareOfRoundedUp(amount, penaltyRate',
    after: 'shareOf(amount, penaltyRate',
  },
  'an epoch mints one more': {
    file: 'modules/inflation/emission.js',
    before: '? params.fixed_epoch_emission\n        :',
    after: '? params.fixed_epoch_emission + 1n\n        :',
  },
  'a vote that is replaced counts, too': {
    file: 'modules/governance/voting-calls.js',
    before: 'const without = before === undefined ? standing : counted(standing, before.option, -before.weight);',
    after: 'const without = standing;',
  },
  'whatever is over is rewarded': {
    file: 'modules/governance/blocks.js',
    before: "if (status === 'passed')\n        reward(context, id, proposal);",
    after: 'reward(context, id, proposal);',
  },
  'PRISM leaves out the gas of the first transaction': {
    file: 'modules/rlconsensus/blocks.js',
    before: 'const gasUsed = transactions.reduce(',
    after: 'const gasUsed = transactions.slice(1).reduce(',
  },
  'a habit follows faster than it says': {
    file: 'modules/ai/anomaly.js',
    before: '(wei - profile.average) / 8n',
    after: '(wei - profile.average) / 7n',
  },
};
