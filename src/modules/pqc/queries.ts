import {
  flag,
  integer,
  measured,
  objectOf,
  oneOfTexts,
  parameter,
  text,
  withoutEffect,
} from '../../kernel/module-sdk/figures.ts';
import { accountParam, query } from '../../kernel/module-sdk/query.ts';
import { type Address, toBech32 } from '../../primitives/address.ts';
import type { StateView } from '../../state/types.ts';
import { pqcParams } from './params.ts';
import { algorithms, keys, migrations, protections } from './records.ts';

const statusSchema = objectOf(
  {
    address: measured(text),
    registered: measured(flag),
    has_pqc_key: measured(flag, 'the same as registered'),
    algorithm_id: measured(integer, '1 = ML-DSA-87'),
    algorithm_name: measured(text),
    key_type: withoutEffect(
      'what the owner stated: it only decides whether a registration needs a key',
      oneOfTexts(['hybrid', 'pqc_only', 'classical_only']),
    ),
    public_key: measured(text, 'base64'),
    ecdsa_pubkey: withoutEffect(
      'what the owner stated; senders are recovered from signatures',
      text,
      'base64; left out when there is none',
    ),
    created_at_height: measured(integer),
    is_protected: measured(flag, 'it has switched on that only hybrid transactions act for it'),
    migration_algorithm_id: measured(integer, 'the algorithm the key can migrate to now'),
  },
  { required: ['address', 'registered', 'has_pqc_key'] },
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
    parameter(
      objectOf({ mode: integer, name: text, description: text }, { required: ['mode', 'name', 'description'] }),
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
