import { type CheckContext, call } from '../../kernel/module-sdk/call.ts';
import type { ModuleFault } from '../../kernel/module-sdk/fault.ts';
import { accountField, bytes32Field, uint } from '../../kernel/module-sdk/field.ts';
import type { Address } from '../../primitives/address.ts';
import { equalBytes } from '../../primitives/bytes.ts';
import type { Dependencies } from './dependencies.ts';
import { answeredEvent } from './events.ts';
import { fault } from './faults.ts';
import { actorFault, delegationFault } from './operator-calls.ts';
import { lightnodeParams } from './params.ts';
import { openQuestion, rightAnswer } from './question.ts';
import { operators, progressRecord } from './records.ts';
import { payOut } from './rewards.ts';

type Answer = { readonly operator: Address; readonly epoch: bigint; readonly answer: Uint8Array };

export const answerCall = (dependencies: Dependencies) =>
  call('answer', {
    doc: 'Answer the question of the running epoch for an operator: Keccak-256 of the seed, the operator (20 bytes) and the hashes of the blocks that the question names. Those who answered share the pool equally when the epoch ends. Pays what was earned before.',
    inputs: {
      operator: accountField('the operator that answers'),
      epoch: uint(48, 'the running epoch'),
      answer: bytes32Field('the answer'),
    },
    gas: 160_000n,
    example: ['qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '7', '0x…'],
    fault: (context, inputs) => answerFault(context, inputs, dependencies),
    run: (context, { operator, epoch }) => {
      const { state, emit } = context;
      const found = operators.get(state, operator);
      if (found === undefined) return;
      payOut(context, operator, found);
      operators.set(state, { ...found, answered: Number(epoch) }, operator);
      const progress = progressRecord.get(state);
      progressRecord.set(state, { ...progress, answers: progress.answers + 1 });
      emit(answeredEvent.log({ operator, epoch }));
    },
  });

function answerFault(
  context: CheckContext,
  { operator, epoch, answer }: Answer,
  dependencies: Dependencies,
): ModuleFault | undefined {
  const { state, block } = context;
  if (!lightnodeParams.get(state).enabled) return fault.moduleOff();
  const wrongActor = actorFault(context, operator);
  if (wrongActor !== undefined) return wrongActor;
  const question = openQuestion(state, block);
  if (question === undefined) return fault.noQuestion();
  if (epoch !== BigInt(question.epoch)) return fault.wrongEpoch(`the running one is ${question.epoch}`);
  if (operators.get(state, operator)?.answered === question.epoch) return fault.answeredAlready();
  if (!equalBytes(answer, rightAnswer(question, operator, block))) return fault.wrongAnswer();
  return delegationFault(state, operator, dependencies);
}
