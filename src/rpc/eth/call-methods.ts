import { CallFaultError, outcomeFault } from '../../evm/call-fault.ts';
import { estimateGas } from '../../evm/estimate-gas.ts';
import { applyMessage } from '../../evm/transaction/apply-message.ts';
import type { Applied, ExecutionContext } from '../../evm/transaction/execution.ts';
import { ExecutionStoppedError } from '../../kernel/engine.ts';
import { type Hex, toHex } from '../../primitives/hex.ts';
import { quantity } from '../../primitives/quantity.ts';
import type { JsonValue, Methods } from '../contract.ts';
import { define, optional } from '../dispatch/define.ts';
import { HeadAnswers } from '../head-answers.ts';
import { blockRefParam, latest } from '../params/block-ref.ts';
import { dataSchema } from '../params/bytes.ts';
import { type CallRequest, callParam } from '../params/call-request.ts';
import { blockOverridesParam, stateOverridesParam } from '../params/overrides.ts';
import { quantitySchema } from '../params/quantity.ts';
import { type CallParts, type CallPlace, createCallContext, inTime } from './calls/call-context.ts';
import { cappedGas, paysGas, requireChainId, toCallMessage } from './calls/call-message.ts';
import { questionOf } from './calls/call-question.ts';
import { HeadStage } from './calls/head-stage.ts';
import { LongCalls } from './calls/long-calls.ts';

const params = [callParam, optional(blockRefParam, latest), stateOverridesParam, blockOverridesParam] as const;

/** Characters of calls at the head, and of their answers, that are kept. */
const keptCharacters = 8 * 1024 * 1024;

/** Milliseconds a call may keep everybody else waiting; a longer one begins anew, in turns with them. */
const longMoment = 25;

/** Execution without a transaction. */
export function callMethods(parts: CallParts): Methods {
  const { chain, limits } = parts;
  const answers = new HeadAnswers(chain, keptCharacters);
  const head = new HeadStage(parts);
  const long = new LongCalls(parts);
  const messageOf = (request: CallRequest) => toCallMessage(request, cappedGas(request.gas, undefined, limits.gasCap));
  const moment = limits.evmTimeout === 0 ? longMoment : Math.min(longMoment, limits.evmTimeout);
  const callForAMoment = (request: CallRequest, place: CallPlace): JsonValue => {
    const run = (context: ExecutionContext) => outputOf(applyMessage(messageOf(request), context));
    const question = questionOf(request, place);
    if (question !== undefined) return answers.to(question, () => run(head.context(moment)));
    return run(createCallContext(parts, { ...place, milliseconds: moment }));
  };
  return {
    eth_call: define(
      'Runs a call on the state after a block and answers what it returns; nothing is kept.',
      params,
      dataSchema,
      ([request, block, stateOverrides, blockOverrides], { isGone }) => {
        requireChainId(request.chainId, chain.identity.chainId);
        const place = { block, stateOverrides, blockOverrides, paysGas: paysGas(request), exactHalt: true } as const;
        try {
          return callForAMoment(request, place);
        } catch (error) {
          if (!(error instanceof ExecutionStoppedError)) throw error;
        }
        return long.run(messageOf(request), place, isGone).then(outputOf);
      },
    ),
    eth_estimateGas: define(
      'The gas limit with which a call succeeds, while it fails with one less.',
      params,
      quantitySchema,
      ([request, block, stateOverrides, blockOverrides]) => {
        requireChainId(request.chainId, chain.identity.chainId);
        const place = { block, stateOverrides, blockOverrides, paysGas: paysGas(request) };
        const context = createCallContext(parts, place);
        const message = toCallMessage(request, cappedGas(request.gas, context.block.gasLimit, limits.gasCap));
        return quantity(inTime(parts, () => estimateGas(message, context)));
      },
    ),
  };
}

/** What a call returned; throws a CallFaultError when it failed. */
function outputOf({ outcome }: Applied): Hex {
  const fault = outcomeFault(outcome);
  if (fault !== undefined) throw new CallFaultError(fault);
  return toHex(outcome.output);
}
