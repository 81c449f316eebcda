import { boundedList } from '../../kernel/codec/bounded.ts';
import type { DecodedBy } from '../../kernel/codec/codec.ts';
import { account, amount, blob, count, flag, oneOf, text } from '../../kernel/codec/scalars.ts';
import { list, struct } from '../../kernel/codec/structures.ts';
import { blockHeight, millionths, unixTime } from '../../kernel/codec/units.ts';
import { recordsOf } from '../../kernel/module-sdk/record.ts';
import { accountKey, numberKey, textKey } from '../../kernel/module-sdk/record-key.ts';
import { bridgeAddress } from '../addresses.ts';
import { architectures, chainStatuses, chainTypes, verifiers } from './chain-enums.ts';

const { table, single } = recordsOf(bridgeAddress);

/** Most attestations that an operation can need, and that one call can bring. */
export const maxAttestations = 50;

const chainKey = textKey('chain_id', 'name of the chain, such as ethereum');
const assetKey = textKey('asset', 'name of the asset, such as USDC');
const operationKey = textKey('operation_id', 'deposit- or withdrawal- and 64 hex digits');

const chain = struct({
  name: text,
  chain_type: oneOf(...chainTypes),
  status: oneOf(...chainStatuses),
  bridge_contract: text,
  min_confirmations: count,
  supported_assets: boundedList(list(text), 0, 64, 'all of them are shown together'),
  max_single_transfer: millionths,
  daily_limit: millionths,
  architecture: oneOf(...architectures),
  ibc_channel_id: text,
  ibc_port_id: text,
  verifier: oneOf(...verifiers),
  /** topic of the event that locks an asset there; empty when it does not matter */
  lock_event_sig: text,
});
export type Chain = DecodedBy<typeof chain>;

const limiter = struct({
  /** millionths moved since `last_reset_time` */
  current_daily: millionths,
  /** Like `current_daily`, with deposits that failed on the limit. */
  attempted_daily: millionths,
  last_reset_time: unixTime,
  last_reset_height: blockHeight,
  /** transfers since `window_start`, seconds since 1970 */
  window_operations: count,
  window_start: unixTime,
  paused: flag,
  paused_reason: text,
  /** height; 0 while it is not paused */
  paused_at: blockHeight,
});
export type Limiter = DecodedBy<typeof limiter>;

const validator = struct({
  pqc_pubkey: blob,
  /** grows when the key changes: attestations of an earlier key no longer count */
  key_version: count,
  supported_chains: list(text),
  /** false while the admin has suspended it */
  active: flag,
  registered_at: blockHeight,
});

/** An execution happens within one call, so no operation is ever seen executing. */
const operationStatuses = ['pending', 'attested', 'executed', 'failed', 'challenged'] as const;

const operation = struct({
  type: oneOf('deposit', 'withdrawal'),
  source_chain: text,
  dest_chain: text,
  /** who submitted the claim of a deposit, or requested the withdrawal */
  sender: account,
  /** `qor1…` of a deposit; the account on the other chain of a withdrawal */
  receiver: text,
  asset: text,
  amount: millionths,
  /** transaction on the other chain; empty until a withdrawal is released there */
  source_tx_hash: text,
  status: oneOf(...operationStatuses),
  /** whether the proof of a deposit was valid, on a chain with a verifier */
  is_proven: flag,
  pqc_commitment: blob,
  /** automatic retries so far */
  retry_count: count,
  /** why it has failed or waits */
  error: text,
  /** seconds since 1970; 0 for not yet or never */
  created_at: unixTime,
  completed_at: unixTime,
  challenge_end_time: unixTime,
  /** the time at which the module processes it again: its key in `due` */
  due_at: unixTime,
});
export type Operation = DecodedBy<typeof operation>;

const attestation = struct({
  event_type: oneOf('deposit', 'withdrawal_complete'),
  tx_hash: text,
  pqc_signature: blob,
  key_version: count,
  timestamp: blockHeight,
});
export type Attestation = DecodedBy<typeof attestation>;

export const chains = table(1, 'chain', 'Chains that can be bridged to.', [chainKey], chain);
export const limiters = table(
  2,
  'limiter',
  'Limits and circuit breakers of chains, as far as they are used.',
  [chainKey],
  limiter,
);
export const validators = table(
  3,
  'validator',
  'Accounts that attest what happens on other chains.',
  [accountKey('validator', 'operator of a validator')],
  validator,
);
export const operations = table(4, 'operation', 'Deposits and withdrawals.', [operationKey], operation);
export const attestations = table(
  5,
  'attestation',
  'Signatures of bridge validators.',
  [operationKey, accountKey('validator', 'who attested')],
  attestation,
);
export const sources = table(
  6,
  'source',
  'Attested transactions of other chains, with their operation: none is bridged twice.',
  [chainKey, textKey('tx', 'hash of the transaction hash')],
  text,
);
export const assetTotals = table(
  7,
  'total',
  'Two counts of an asset: what is locked on its chain, as attested, and what exists here. They differ by the attested deposits that are not minted yet.',
  [chainKey, assetKey],
  struct({ total_locked: millionths, total_minted: millionths }),
);
export const balances = table(
  8,
  'balance',
  'Bridged assets of accounts, in millionths; those of open withdrawals are with the module.',
  [chainKey, assetKey, accountKey('account', 'who holds it')],
  millionths,
);
export const operationsByDueTime = table(
  9,
  'due',
  'Operations by the time the module looks at them again.',
  [numberKey('time', 'seconds since 1970'), operationKey],
  flag,
);
export const committees = table(
  10,
  'committee',
  'Ed25519 keys that sign the deposit proofs of a chain, and how many must.',
  [chainKey],
  struct({ keys: list(blob), threshold: count }),
);
export const countersRecord = single(
  11,
  'counters',
  'Withdrawals so far, and bridge validators that are not suspended.',
  struct({ withdrawals: count, validators: count }),
  { withdrawals: 0, validators: 0 },
);
const assetLimit = struct({
  max_single_transfer: millionths,
  daily_limit: millionths,
  /** moved since `day`, the `last_reset_time` of the limiter of the chain; nothing when that one is later */
  current_daily: millionths,
  /** Like `current_daily`, with deposits that failed on a limit. */
  attempted_daily: millionths,
  day: unixTime,
});
export type AssetLimit = DecodedBy<typeof assetLimit>;
export const assetLimits = table(
  12,
  'asset_limit',
  'Limits of single assets, which hold beside those of their chain.',
  [chainKey, assetKey],
  assetLimit,
);
const token = struct({
  chain: text,
  asset: text,
  /** such as `USDC of Ethereum`: tokens of several chains have one symbol */
  name: text,
});
/** A bridged asset as an ERC-20 token. */
export type Token = DecodedBy<typeof token>;
export const genesisTokens = table(
  15,
  'genesis_token',
  'Tokens of assets that only the genesis of this network describes, by their address.',
  [accountKey('address', 'of the token')],
  token,
);
const ownerKey = accountKey('owner', 'who holds it');
export const allowances = table(
  13,
  'allowance',
  'Millionths of the asset of an account that another may move (ERC-20); 2^256-1 for any amount.',
  [chainKey, assetKey, ownerKey, accountKey('spender', 'who may move it')],
  amount,
);
export const permitNonces = table(
  14,
  'permit_nonce',
  'Permits that an account has given so far (EIP-2612).',
  [chainKey, assetKey, ownerKey],
  count,
);
