import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testLimits } from '../../testing/evm-interface.ts';
import { createDevelopmentInterface } from '../../testing/interfaces/development-interface.ts';
import { disagreement } from '../../testing/interfaces/schema-agreement.ts';
import { evmMethods } from '../evm-interface/evm-methods.ts';
import type { Param } from '../method.ts';
import { decimalText } from './quantity.ts';

/** Parameters whose parser requires more than a schema can express, by name or by name and method. */
const stricter: Readonly<Record<string, string>> = {
  requests: 'counts the slots of all accounts together',
  bundles: 'counts the calls of all bundles together',
  rewardPercentiles: 'each must be greater than the one before',
  state: 'must be compressed JSON',
  blockOverrides: 'two names of a member must not contradict each other',
  payload: 'two names of a member must not contradict each other',
  milliseconds: 'no later than the year 9999, also in hex',
  ...Object.fromEntries(
    ['sendTransaction', 'sendUnsignedTransaction', 'sendTransactionSync', 'signTransaction', 'fillTransaction'].map(
      (name) => [`transaction eth_${name}`, 'a gas price beside maxFeePerGas must be equal to it'],
    ),
  ),
  ...Object.fromEntries(
    ['eth_call', 'eth_estimateGas', 'eth_createAccessList', 'debug_traceCall', 'trace_call'].map((name) => [
      `transaction ${name}`,
      'blobs need a recipient',
    ]),
  ),
  seconds: 'no later than the year 9999, also in hex',
  timestamp: 'no later than the year 9999, also in hex',
  interval: 'no later than the year 9999, also in hex',
  url: 'must be a URL as the standard has it',
  pageSize: 'has bounds, also in hex',
  'options evm_mine': 'no later than the year 9999, also in hex',
  'options evm_mine_detailed': 'no later than the year 9999, also in hex',
  gasLimit: 'has bounds, also in hex',
  baseFee: 'has bounds, also in hex',
};
/** Parameters that a schema cannot describe. */
const undescribed: Readonly<Record<string, string>> = {
  calls: 'pairs, whose members have a type each',
  transactions: 'pairs, whose members have a type each',
  config: 'which members count depends on the tracer',
  typedData: 'the value has a type of its own (EIP-712), and may be JSON in a text',
};

/** A decimal text may be beyond the largest number. */
function hasDecimalText({ schema }: Param): boolean {
  return JSON.stringify(schema).includes(JSON.stringify(decimalText));
}

test('a schema of a parameter accepts what its parser accepts', (t) => {
  const { parts } = createDevelopmentInterface(t.signal);
  const methods = evmMethods({ ...parts, limits: testLimits }, ['eth', 'web3', 'net', 'txpool', 'debug']);
  const found = Object.entries(methods).flatMap(([name, { params }]) =>
    params.map((param) => {
      const where = `${param.name} ${name}`;
      if (undescribed[param.name] !== undefined) return `${where}: undefined`;
      const isStricter = (stricter[where] ?? stricter[param.name]) !== undefined || hasDecimalText(param);
      return `${where}: ${disagreement(param, isStricter)}`;
    }),
  );
  assert.ok(found.length > 100);
  assert.deepEqual(
    found.filter((text) => !text.endsWith(': undefined')),
    [],
  );
});
