import { attested, integer, measured, objectOf, text } from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, notFound, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { crossvmParams } from './params.ts';
import { type Message, messages, numberOfId } from './records.ts';

export const crossvmQueries = [
  query(
    'qor_getCrossVMMessage',
    'A message between machines, and what became of it.',
    [textParam('messageId', 'id of the message', 'crossvm-00000042')],
    objectOf({
      message_id: measured(text),
      source_vm: attested('by the sender: its account belongs to no machine', text, 'evm, cosmwasm or svm'),
      target_vm: measured(text, 'evm, cosmwasm or svm'),
      sender: measured(text, 'qor1…'),
      source_contract: measured(text, 'the sender as 0x…; left out when it is no contract'),
      target_contract: measured(text, '0x…, qor1… or base58'),
      payload: measured(text, 'hex without 0x'),
      funds: measured({ type: 'array' }, 'left out when there are none'),
      status: measured(text, 'pending, executed, failed or timed_out'),
      result: measured(text, 'what the target returned, 0x and hex; only when executed'),
      error: measured(text, 'only when failed'),
      submitted_height: measured(integer),
      created_height: measured(integer, 'the same as submitted_height'),
      executed_height: measured(integer, 'left out while it waits'),
    }),
    ({ state }, id) => {
      if (!crossvmParams.get(state).enabled) throw moduleDisabled('crossvm');
      const number = numberOfId(id);
      const message = number === undefined ? undefined : messages.get(state, number);
      if (message === undefined) throw notFound(`no message ${id.slice(0, 100)}`);
      return toView(id, message);
    },
  ),
];

function toView(message_id: string, message: Message) {
  const { source_vm, target_vm, target_contract, status, created_height, executed_height } = message;
  const { source_contract, funds, error, response } = message;
  return {
    message_id,
    source_vm,
    target_vm,
    sender: toBech32(message.sender),
    ...(source_contract === '' ? {} : { source_contract }),
    target_contract,
    payload: toHex(message.payload).slice(2),
    ...(funds === 0n ? {} : { funds: [{ denom: 'uqor', amount: funds.toString() }] }),
    status,
    ...(status === 'executed' ? { result: toHex(response) } : {}),
    ...(status === 'failed' ? { error } : {}),
    submitted_height: created_height,
    created_height,
    ...(status === 'pending' ? {} : { executed_height }),
  };
}
