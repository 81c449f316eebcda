import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { fromHex } from '../../primitives/hex.ts';

const file = z.object({
  publicKeys: z.array(z.string()),
  tests: z.array(
    z.object({
      tcId: z.number(),
      comment: z.string(),
      publicKey: z.number(),
      msg: z.string(),
      sig: z.string(),
      valid: z.boolean(),
    }),
  ),
});

/** Valid and broken ML-DSA-87 signatures without a context, from Project Wycheproof. */
export function mlDsaVectors() {
  const text = readFileSync('packages/curves/fixtures/ml-dsa-87-wycheproof.json', 'utf8');
  const { publicKeys, tests } = file.parse(JSON.parse(text));
  return tests.map(({ tcId, comment, publicKey, msg, sig, valid }) => ({
    name: `case ${tcId}: ${comment}`,
    publicKey: fromHex(`0x${publicKeys[publicKey] ?? ''}`),
    message: fromHex(`0x${msg}`),
    signature: fromHex(`0x${sig}`),
    valid,
  }));
}
