import { call, view } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { flagField, textField, uint, withUnit } from '../../kernel/module-sdk/field.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { chainUpdatedEvent } from './events.ts';
import { fault } from './faults.ts';
import { currentLimiter, dayEnd } from './limiter.ts';
import { chains, limiters } from './records.ts';
import { adminFault } from './roles.ts';

const chain = textField('name of the chain, such as ethereum');
/** Far above any asset; it keeps sums of amounts within 256 bits. */
const maxLimit = 2n ** 128n;

export const setTransferLimits = (dependencies: Dependencies) =>
  call('setTransferLimits', {
    doc: 'Change how much of an asset of a chain may move at once and per day. Only for the admin.',
    inputs: {
      chain,
      maxSingleTransfer: uint(256, 'of one transfer, millionths of the asset'),
      dailyLimit: uint(256, 'of all within 24 hours, in and out'),
    },
    gas: 60_000n,
    example: ['ethereum', '1000000000000', '10000000000000'],
    fault: (context, { chain: id, maxSingleTransfer, dailyLimit }) => {
      const rejection = adminFault(dependencies, context);
      if (rejection !== undefined) return rejection;
      if (chainNamed(context.state, id) === undefined) return fault.chainNotOpen();
      return limitsFault(maxSingleTransfer, dailyLimit);
    },
    run: ({ state, emit }, { chain: id, maxSingleTransfer, dailyLimit }) => {
      const before = chainNamed(state, id);
      if (before === undefined) return;
      chains.set(state, { ...before, max_single_transfer: maxSingleTransfer, daily_limit: dailyLimit }, id);
      emit(chainUpdatedEvent.log({ chainId: id, status: before.status }));
    },
  });

/** Why two limits do not make sense, or undefined. */
export function limitsFault(maxSingleTransfer: bigint, dailyLimit: bigint): ModuleFault | undefined {
  if (maxSingleTransfer === 0n) return fault.zeroAmount();
  if (dailyLimit > maxLimit) return fault.malformed('dailyLimit must be at most 2^128');
  return maxSingleTransfer > dailyLimit ? fault.malformed('dailyLimit must not be below maxSingleTransfer') : undefined;
}

export const limitsOf = view('limitsOf', {
  doc: 'Status and limits of a chain now. All empty for an unknown one.',
  inputs: { chain },
  outputs: {
    status: textField('active, paused or pending'),
    breakerTripped: flagField('whether the circuit breaker has stopped its transfers'),
    maxSingleTransfer: uint(256, 'millionths of the asset'),
    dailyLimit: uint(256, 'the same'),
    dailyLeft: uint(256, 'what may still move today'),
    resetAt: withUnit('seconds', uint(64, 'time at which the next day begins, since 1970; 0 when none runs')),
  },
  gas: 6_000n,
  run: ({ state, block }, { chain: id }) => {
    const found = chainNamed(state, id);
    if (found === undefined) return noLimits;
    const { status, max_single_transfer, daily_limit } = found;
    const limiter = currentLimiter(state, block, id);
    const left = daily_limit - limiter.current_daily;
    return {
      status,
      breakerTripped: limiter.paused,
      maxSingleTransfer: max_single_transfer,
      dailyLimit: daily_limit,
      dailyLeft: left > 0n ? left : 0n,
      resetAt: limiters.get(state, id) === undefined ? 0n : BigInt(dayEnd(limiter)),
    };
  },
});

const noLimits = {
  status: '',
  breakerTripped: false,
  maxSingleTransfer: 0n,
  dailyLimit: 0n,
  dailyLeft: 0n,
  resetAt: 0n,
};
