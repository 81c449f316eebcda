import fc from 'fast-check';
import { parseJson } from '../../rpc/dispatch/parse-json.ts';
import type { Param } from '../../rpc/method.ts';
import { type Schema, schemaFaults } from './json-schema.ts';
import { jsonOf, withoutNulls } from './schema-values.ts';

/**
 * Compares the parser of a parameter with its schema on generated values, and returns a value about which they
 * disagree; undefined when there is none. `isStricter`: the parser may reject values that fit the schema.
 */
export function disagreement({ parse, schema }: Param, isStricter: boolean): string | undefined {
  const result = fc.check(
    fc.property(jsonOf(schema as Schema), (json) => {
      if (json === null || json === undefined) return true; // represents an omitted parameter
      const fits = schemaFaults(withoutNulls(json, schema as Schema), schema as Schema, {}).length === 0;
      const isGood = accepts(parse, exact(json));
      return fits === isGood || (isStricter && fits);
    }),
    { numRuns: 300 },
  );
  return result.failed ? JSON.stringify(result.counterexample) : undefined;
}

/** The value as it is parsed from a request, where large integers stay exact. */
function exact(json: unknown): unknown {
  const [value] = parseJson(JSON.stringify([json]), 64) as [unknown];
  return value;
}

function accepts(parse: (json: unknown) => unknown, json: unknown): boolean {
  try {
    parse(json);
    return true;
  } catch {
    return false;
  }
}
