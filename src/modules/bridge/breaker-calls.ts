import { call } from '../../kernel/module-sdk/call.ts';
import { textField } from '../../kernel/module-sdk/field.ts';
import { chainNamed } from './chains.ts';
import type { Dependencies } from './dependencies.ts';
import { circuitBreakerResetEvent } from './events.ts';
import { fault } from './faults.ts';
import { currentLimiter, tripBreaker } from './limiter.ts';
import { limiters } from './records.ts';
import { adminFault, isAdmin, validatorFault } from './roles.ts';

const chain = textField('name of the chain, such as ethereum');
const maxReasonBytes = 200;

export const tripCircuitBreaker = (dependencies: Dependencies) =>
  call('tripCircuitBreaker', {
    doc: 'Stop all transfers of a chain at once, until the admin resets the breaker. For the admin and for any bridge validator of the chain. It also trips by itself: see the parameters.',
    inputs: { chain, reason: textField('why, 1 to 200 bytes') },
    gas: 60_000n,
    gasPerByte: 16n,
    example: ['ethereum', 'the contract there was attacked'],
    fault: (context, { chain: id, reason }) => {
      const { state, caller } = context;
      if (chainNamed(state, id) === undefined) return fault.chainNotOpen();
      const rejection = isAdmin(dependencies, context) ? undefined : validatorFault(dependencies, state, caller, id);
      if (rejection !== undefined) return rejection;
      const size = Buffer.byteLength(reason);
      if (size < 1 || size > maxReasonBytes) return fault.malformed(`reason must have 1 to ${maxReasonBytes} bytes`);
      const limiter = limiters.get(state, id);
      return limiter?.paused === true ? fault.chainPaused(limiter.paused_reason) : undefined;
    },
    run: (context, { chain: id, reason }) => tripBreaker(context, id, reason),
  });

export const resetCircuitBreaker = (dependencies: Dependencies) =>
  call('resetCircuitBreaker', {
    doc: 'Let the transfers of a chain continue. What has moved today still counts; the count of the short window and what failed today do not. Only for the admin.',
    inputs: { chain },
    gas: 60_000n,
    example: ['ethereum'],
    fault: (context, { chain: id }) => {
      const rejection = adminFault(dependencies, context);
      if (rejection !== undefined) return rejection;
      if (chainNamed(context.state, id) === undefined) return fault.chainNotOpen();
      return limiters.get(context.state, id)?.paused === true ? undefined : fault.breakerNotTripped();
    },
    run: ({ state, block, emit }, { chain: id }) => {
      const limiter = currentLimiter(state, block, id);
      const counted = { window_operations: 0, attempted_daily: limiter.current_daily };
      limiters.set(state, { ...limiter, ...counted, paused: false, paused_reason: '', paused_at: 0 }, id);
      emit(circuitBreakerResetEvent.log({ chainId: id }));
    },
  });
