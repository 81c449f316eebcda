import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDevelopmentInterface } from '../../testing/development-interface.ts';
import { testLimits } from '../../testing/evm-interface.ts';
import { type Schema, schemaFaults } from '../../testing/json-schema.ts';
import { jsonOf, withoutNulls } from '../../testing/schema-values.ts';
import { parseJson } from '../dispatch/parse-json.ts';
import { evmMethods } from '../evm-interface/evm-methods.ts';
import type { Param } from '../types.ts';
import { bothPrices } from './call-request.ts';
import { callType, derivedCallType } from './call-type.ts';

const runs = { numRuns: 300 };

/** What a parser makes of a value: what it returns, or the text of what it throws. */
function outcomeOf<T>(parse: (json: unknown) => T, json: unknown): T | string {
  try {
    return parse(json);
  } catch (error) {
    if (error instanceof Error) return error.message;
    throw error;
  }
}

function accepts(parse: (json: unknown) => unknown, json: unknown): boolean {
  try {
    parse(json);
    return true;
  } catch {
    return false;
  }
}

test('both parsers of a call find the same value, or the same fault', () => {
  let good = 0;
  fc.assert(
    fc.property(jsonOf(callType.schema as Schema), (json) => {
      const outcome = outcomeOf(callType.parse, json);
      const derived = outcomeOf(derivedCallType.parse, json);
      if (typeof outcome !== 'string') good++;
      if (outcome === bothPrices)
        assert.equal(typeof derived, 'string'); // the derived parser finds it last
      else assert.deepEqual(derived, outcome);
    }),
    { numRuns: 2000 },
  );
  assert.ok(good > 100, `${good} of them were good`);
});

/** The value as it is parsed from a request, where large integers stay exact. */
function exact(json: unknown): unknown {
  const [value] = parseJson(JSON.stringify([json]), 64) as [unknown];
  return value;
}

/** Parameters whose parser demands more than a schema can say, by name or by name and method. */
const stricter: Readonly<Record<string, string>> = {
  requests: 'counts the slots of all accounts together',
  rewardPercentiles: 'each must be greater than the one before',
  state: 'must be compressed JSON',
  milliseconds: 'no later than the year 9999, also in hex',
  ...Object.fromEntries(
    ['sendTransaction', 'sendUnsignedTransaction', 'signTransaction', 'fillTransaction'].map((name) => [
      `transaction eth_${name}`,
      'a gas price beside maxFeePerGas must be equal to it',
    ]),
  ),
  seconds: 'no later than the year 9999, also in hex',
  timestamp: 'no later than the year 9999, also in hex',
  interval: 'no later than the year 9999, also in hex',
  'options evm_mine': 'no later than the year 9999, also in hex',
  'options evm_mine_detailed': 'no later than the year 9999, also in hex',
  gasLimit: 'has bounds, also in hex',
  baseFee: 'has bounds, also in hex',
};
/** Parameters about which only the parser can judge. */
const unsaid: Readonly<Record<string, string>> = {
  transactions: 'pairs, whose members have a type each',
  config: 'which members count depends on the tracer',
  typedData: 'the value has a type of its own (EIP-712), and may be JSON in a text',
};

/** A value about which the schema and the parser disagree; undefined when there is none. */
function disagreement({ parse, schema }: Param, isStricter: boolean): string | undefined {
  const result = fc.check(
    fc.property(jsonOf(schema as Schema), (json) => {
      if (json === null || json === undefined) return true; // stands for a parameter left out
      const fits = schemaFaults(withoutNulls(json, schema as Schema), schema as Schema, {}).length === 0;
      const isGood = accepts(parse, exact(json));
      return fits === isGood || (isStricter && fits);
    }),
    runs,
  );
  return result.failed ? JSON.stringify(result.counterexample) : undefined;
}

test('a schema of a parameter accepts what its parser accepts', (t) => {
  const { parts } = createDevelopmentInterface(t.signal);
  const methods = evmMethods({ ...parts, limits: testLimits }, ['eth', 'web3', 'net', 'txpool', 'debug']);
  const found = Object.entries(methods).flatMap(([name, { params }]) =>
    params.map((param) => {
      const where = `${param.name} ${name}`;
      if (unsaid[param.name] !== undefined) return `${where}: undefined`;
      return `${where}: ${disagreement(param, (stricter[where] ?? stricter[param.name]) !== undefined)}`;
    }),
  );
  assert.ok(found.length > 100);
  assert.deepEqual(
    found.filter((text) => !text.endsWith(': undefined')),
    [],
  );
});
