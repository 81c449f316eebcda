import { base58 } from '@scure/base';
import { toBase58 } from '#qord/primitives/address.ts';
import { accountOf } from '#qord/testing/sign-from.ts';
import { boolean } from './basic-rules.ts';
import type { Rule } from './writer.ts';

const programs = [
  '11111111111111111111111111111111',
  'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA',
  'SysvarC1ock11111111111111111111111111111111',
] as const;
const pubkey: Rule = ({ random }) =>
  JSON.stringify(
    random.pickWeighted<() => string>([
      [4, () => toBase58(accountOf(random.below(10)))],
      [3, () => random.pick(programs)],
      [2, () => base58.encode(random.bytes(random.pick([0, 1, 31, 32, 33, 64])))],
    ])(),
  );
const signature: Rule = (writer) =>
  writer.oneOf([
    ({ random, observed }) => `"${observed.signature(random)}"`,
    ({ random }) => `"${base58.encode(random.bytes(64))}"`,
  ]);
const slot: Rule = ({ random }) => String(random.pick([0, 1, 2, 3, 5, 432_000, 2 ** 32, Number.MAX_SAFE_INTEGER]));

const options: Rule = (writer) =>
  writer.object({
    encoding: (w) => w.pick(['base58', 'base64', 'base64+zstd', 'jsonParsed', 'json', 'x']),
    commitment: (w) => w.pick(['processed', 'confirmed', 'finalized', 'recent', 'x']),
    minContextSlot: slot,
    dataSlice: (w) => w.object({ offset: slot, length: slot }, ['offset', 'length']),
    filters: (w) =>
      w.list((x) => x.object({ dataSize: slot, memcmp: (y) => y.object({ offset: slot, bytes: pubkey }) }), 4),
    transactionDetails: (w) => w.pick(['full', 'signatures', 'accounts', 'none']),
    maxSupportedTransactionVersion: slot,
    rewards: boolean,
    before: signature,
    until: signature,
    limit: slot,
    searchTransactionHistory: boolean,
    identity: pubkey,
    votePubkey: pubkey,
    epoch: slot,
    range: (w) => w.object({ firstSlot: slot, lastSlot: slot }),
    filter: (w) => w.pick(['circulating', 'nonCirculating']),
    withContext: boolean,
  });

const base64: Rule = ({ random }) => `"${Buffer.from(random.bytes(random.below(200))).toString('base64')}"`;
const token: Rule = (writer) => writer.object({ mint: pubkey, programId: pubkey });

/** Rules of the parameters of the SVM interface, by name. */
export const svmRules: Readonly<Record<string, Rule>> = {
  pubkey,
  pubkeys: (writer) => writer.list(pubkey, 4),
  accounts: (writer) => writer.list(pubkey, 4),
  addresses: (writer) => writer.list(pubkey, 4),
  address: pubkey,
  program: pubkey,
  owner: pubkey,
  options,
  filter: (writer) => writer.oneOf([token, (w) => w.object({ mentions: (x) => x.list(pubkey, 2) })]),
  slot,
  startSlot: slot,
  endSlot: slot,
  limit: slot,
  dataLength: slot,
  message: base64,
  signature,
  signatures: (writer) => writer.list(signature, 4),
  blockhash: pubkey,
  anything: base64,
};
