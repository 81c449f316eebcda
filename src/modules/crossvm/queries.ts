import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { moduleDisabled, notFound, query, textParam } from '../../kernel/module-sdk/query.ts';
import { toBech32 } from '../../primitives/address.ts';
import { toHex } from '../../primitives/hex.ts';
import { crossvmParams } from './params.ts';
import { type Message, messages, numberOfId } from './records.ts';

const text = { type: 'string' } as const;
const height = { type: 'integer', minimum: 0 } as const;

export const crossvmQueries = [
  query(
    'qor_getCrossVMMessage',
    'A message between machines, and what became of it.',
    [textParam('messageId', 'id of the message', 'crossvm-00000042')],
    withFigures(
      {
        type: 'object',
        properties: {
          message_id: text,
          source_vm: { ...text, description: 'evm, cosmwasm or svm' },
          target_vm: { ...text, description: 'evm, cosmwasm or svm' },
          sender: { ...text, description: 'qor1…' },
          source_contract: { ...text, description: 'the sender as 0x…; left out when it is no contract' },
          target_contract: { ...text, description: '0x…, qor1… or base58' },
          payload: { ...text, description: 'hex without 0x' },
          funds: { type: 'array', description: 'left out when there are none' },
          status: { ...text, description: 'pending, executed, failed or timed_out' },
          result: { ...text, description: 'what the target returned, 0x and hex; only when executed' },
          error: { ...text, description: 'only when failed' },
          submitted_height: height,
          created_height: { ...height, description: 'the same as submitted_height' },
          executed_height: { ...height, description: 'left out while it waits' },
        },
      },
      {
        measured: [
          'message_id',
          'target_vm',
          'sender',
          'source_contract',
          'target_contract',
          'payload',
          'funds',
          'status',
          'result',
          'error',
          'submitted_height',
          'created_height',
          'executed_height',
        ],
        attested: { source_vm: 'by the sender: its account belongs to no machine' },
      },
    ),
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
