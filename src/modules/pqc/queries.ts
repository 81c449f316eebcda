import { withFigures } from '../../kernel/module-sdk/figures.ts';
import { accountParam, query } from '../../kernel/module-sdk/query.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { pqcParams } from './params.ts';
import { algorithms, keys, migrations, protections } from './records.ts';

const text = { type: 'string' } as const;
const integer = { type: 'integer', minimum: 0 } as const;
const flag = { type: 'boolean' } as const;

const statusSchema = withFigures(
  {
    type: 'object',
    properties: {
      address: text,
      registered: flag,
      has_pqc_key: { ...flag, description: 'the same as registered' },
      algorithm_id: { ...integer, description: '1 = ML-DSA-87' },
      algorithm_name: text,
      key_type: { ...text, enum: ['hybrid', 'pqc_only', 'classical_only'] },
      public_key: { ...text, description: 'base64' },
      ecdsa_pubkey: { ...text, description: 'base64; left out when there is none' },
      created_at_height: integer,
      is_protected: { ...flag, description: 'it has switched on that only hybrid transactions act for it' },
      migration_algorithm_id: { ...integer, description: 'the algorithm the key can migrate to now' },
    },
    required: ['address', 'registered', 'has_pqc_key'],
  },
  {
    measured: [
      'address',
      'registered',
      'has_pqc_key',
      'algorithm_id',
      'algorithm_name',
      'public_key',
      'created_at_height',
      'is_protected',
      'migration_algorithm_id',
    ],
    withoutEffect: {
      key_type: 'what the owner stated: it only decides whether a registration needs a key',
      ecdsa_pubkey: 'what the owner stated; senders are recovered from signatures',
    },
  },
);

const modes = [
  ['disabled', 'Classical signatures only; hybrid transactions (type 0x51) are rejected.'],
  ['optional', 'Hybrid transactions (type 0x51) are accepted and verified; no account needs them.'],
  ['required', 'Accounts that have protected themselves act by hybrid transactions (type 0x51) only; others may.'],
] as const;

export const pqcQueries = [
  query(
    'qor_getPQCKeyStatus',
    'Whether an account has a registered post-quantum key, and which. An account without one is no error.',
    [accountParam('address', 'the account')],
    statusSchema,
    ({ state }, owner) => keyStatus(state, owner),
  ),
  query(
    'qor_getHybridSignatureMode',
    'How far post-quantum signatures of transactions are enforced.',
    [],
    withFigures(
      {
        type: 'object',
        properties: { mode: integer, name: text, description: text },
        required: ['mode', 'name', 'description'],
      },
      { parameters: ['mode', 'name', 'description'] },
    ),
    ({ state }) => {
      const mode = pqcParams.get(state).hybrid_signature_mode;
      const [name, description] = modes[mode] ?? modes[0];
      return { mode, name, description };
    },
  ),
];

function keyStatus(state: StateView, owner: Address) {
  const address = toBech32(owner);
  const key = keys.get(state, owner);
  if (key === undefined) return { address, registered: false, has_pqc_key: false };
  return {
    address,
    registered: true,
    has_pqc_key: true,
    algorithm_id: key.algorithm_id,
    algorithm_name: algorithms.get(state, key.algorithm_id)?.name,
    key_type: key.key_type,
    public_key: base64(key.public_key),
    ecdsa_pubkey: base64(key.ecdsa_pubkey),
    created_at_height: key.created_at_height,
    is_protected: protections.get(state, owner) !== undefined,
    migration_algorithm_id: migrations.get(state, key.algorithm_id)?.to_algorithm_id,
  };
}

/** undefined for no bytes: such a member is left out. */
function base64(bytes: Uint8Array): string | undefined {
  return bytes.length === 0 ? undefined : Buffer.from(bytes).toString('base64');
}
