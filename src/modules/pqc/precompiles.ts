import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytesField, flagField, maxDataBytes, maxPqcBytes, uint } from '../../kernel/module-sdk/field.ts';
import { verifies } from './algorithms.ts';
import { algorithms, keys } from './records.ts';

/** Only ML-DSA-87 keys are verified here: the interface names no algorithm. */
const documentedAlgorithm = 1;

export const pqcVerify = view('pqcVerify', {
  doc: 'Whether an ML-DSA-87 signature is right.',
  inputs: {
    pubkey: bytesField('2592 bytes', { maxBytes: maxPqcBytes }),
    signature: bytesField('4627 bytes', { maxBytes: maxPqcBytes }),
    message: bytesField('what was signed', { maxBytes: maxDataBytes }),
  },
  outputs: { valid: flagField('it is') },
  gas: 25_000n,
  gasPerByte: 8n,
  run: ({ state }, { pubkey, signature, message }) => {
    const algorithm = algorithms.get(state, documentedAlgorithm);
    return { valid: algorithm !== undefined && verifies(algorithm, pubkey, signature, message) };
  },
});

export const pqcKeyStatus = view('pqcKeyStatus', {
  doc: 'The registered key of an account.',
  inputs: { account: accountField('account') },
  outputs: {
    registered: flagField('it has a key'),
    algorithmId: uint(8, 'of the key; 0 when it has none'),
    pubkey: bytesField('the key; empty when it has none'),
  },
  gas: 2_500n,
  run: ({ state }, { account }) => {
    const key = keys.get(state, account);
    return {
      registered: key !== undefined,
      algorithmId: BigInt(key?.algorithm_id ?? 0),
      pubkey: key?.public_key ?? new Uint8Array(0),
    };
  },
});
