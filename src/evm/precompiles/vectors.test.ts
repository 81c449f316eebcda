import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import type { Fork } from '../../kernel/engine.ts';
import { callPrecompile } from '../testing/call-precompile.ts';

/** One call of the public vectors; hex without prefix. */
type Vector = {
  readonly name: string;
  readonly input: string;
  readonly output?: string;
  readonly gas?: number;
  /** takes all gas instead of an output */
  readonly fails?: boolean;
};

/** fixture → number of the precompile, and the fork when it is not the newest */
const fixtures: Readonly<Record<string, readonly [number: number, fork?: Fork]>> = {
  ecrecover: [0x01],
  'modexp-of-berlin': [0x05, 'prague'],
  'modexp-of-osaka': [0x05],
  'bn254-add': [0x06],
  'bn254-mul': [0x07],
  'bn254-pairing': [0x08],
  blake2f: [0x09],
  'point-evaluation': [0x0a],
  'bls-g1-add': [0x0b],
  'bls-g1-msm': [0x0c],
  'bls-g2-add': [0x0d],
  'bls-g2-msm': [0x0e],
  'bls-pairing': [0x0f],
  'bls-map-g1': [0x10],
  'bls-map-g2': [0x11],
  'p256-verify': [0x100],
};

for (const [name, [number, fork = 'osaka']] of Object.entries(fixtures)) {
  test(`the public vectors of ${name}`, () => {
    const vectors: Vector[] = JSON.parse(readFileSync(`src/evm/precompiles/fixtures/${name}.json`, 'utf8'));
    for (const vector of vectors) {
      const result = callPrecompile(number, Buffer.from(vector.input, 'hex'), { fork });
      if (vector.fails || result.status === 'failure') {
        assert.equal(result.status === 'failure', vector.fails === true, `${name}: ${vector.name}`);
        continue;
      }
      assert.equal(Buffer.from(result.output).toString('hex'), vector.output, `${name}: ${vector.name}`);
      if (vector.gas !== undefined) assert.equal(result.gasUsed, BigInt(vector.gas), `gas of ${name}: ${vector.name}`);
    }
  });
}
