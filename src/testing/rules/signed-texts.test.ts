import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { createModules } from '../../modules/index.ts';
import type { Hash } from '../../primitives/hash.ts';
import { toHex } from '../../primitives/hex.ts';
import { harnessNetwork } from '../module-harness.ts';

const root = join(dirname(fileURLToPath(import.meta.url)), '../../../src');
const texts = createModules().flatMap(({ signedTexts }) => signedTexts);

/** Files that verify signatures, and what is signed: a declared text, or why no genesis is in it. */
const verifiers: Readonly<Record<string, string>> = {
  'modules/abstractaccount/execute-calls.ts': 'qor-evm-auth-v2, qor-cosmos-auth-v2',
  'modules/abstractaccount/key-calls.ts': 'qor-authenticator-v2',
  'modules/abstractaccount/run-evm.ts': 'qor-evm-auth-v2',
  'modules/abstractaccount/signature.ts': 'verifies for the calls of its module',
  'modules/bridge/attesting.ts': 'qor-bridge-attestation-v2',
  'modules/bridge/token-calls.ts': 'permits of EIP-2612, which wallets sign: chain id, token and nonce',
  'modules/bridge/token-permit.ts': 'permits of EIP-2612, which wallets sign: chain id, token and nonce',
  'modules/bridge/verifier.ts': 'qor-bridge-attestation-v2',
  'modules/multilayer/anchor-calls.ts': 'qor-anchor-v2',
  'modules/multilayer/challenge-calls.ts': 'qor-anchor-v2',
  'modules/pqc/algorithms.ts': 'verifies for the calls of its module',
  'modules/pqc/key-calls.ts': 'qor-pqc-rotate-v2, qor-pqc-migrate-v2',
  'modules/pqc/precompiles.ts': 'whatever a contract asks about',
  'modules/staking/validator-calls.ts': 'qor-validator-key-v2',
  'modules/svm/transfers.ts': 'qor-svm-auth-v2',
  'evm/precompiles/ecrecover.ts': 'whatever a contract asks about',
  'evm/precompiles/p256-verify.ts': 'whatever a contract asks about',
  'evm/transaction/authorize.ts': 'authorizations of EIP-7702, which wallets sign: chain id and nonce',
  'kernel/transaction/codec.ts':
    'transactions, which wallets sign: chain id and nonce; type 0x51 signs the same fields',
};

/** Texts of the first version, and why they can do no harm on another network of the same chain id. */
const olderTexts: Readonly<Record<string, string>> = {
  'qor-evm-auth-v1': 'for keys that were registered without a proof; those with one sign version 2 only',
  'qor-cosmos-auth-v1': 'for keys that were registered without a proof; those with one sign version 2 only',
  'qor-pqc-rotate-v1': 'names the account and both keys, and only a transaction of the account can use it',
  'qor-validator-key-v1': 'names the operator, and only a transaction of the operator can use it',
};

function sources(): readonly (readonly [file: string, text: string])[] {
  return ['modules', 'kernel', 'evm'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => posix.join(folder, name.replaceAll('\\', '/')))
      .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map((file) => [file, readFileSync(join(root, file), 'utf8')] as const),
  );
}

test('every declared text is bound to its network, its purpose, each field and the nonce', () => {
  assert.ok(texts.length >= 12);
  assert.deepEqual(
    texts.map(({ tag }) => tag).filter((tag, at, all) => all.indexOf(tag) !== at || !/^qor-[a-z-]+-v\d+$/.test(tag)),
    [],
  );
  const seen = new Set<string>();
  for (const { tag, fields, digest } of texts) {
    const values = Object.fromEntries(fields.map((field) => [field, 'same']));
    const other = `0x${'11'.repeat(32)}` as Hash;
    const variants = [
      digest(harnessNetwork, values),
      digest({ ...harnessNetwork, genesisHash: other }, values),
      digest({ ...harnessNetwork, chainId: 1n }, values),
      digest(harnessNetwork, values, 1n),
      ...fields.map((field) => digest(harnessNetwork, { ...values, [field]: 'other' })),
    ].map((bytes) => toHex(bytes));
    for (const variant of variants) {
      assert.ok(!seen.has(variant), `${tag} does not sign all it names`);
      seen.add(variant);
    }
  }
});

test('whoever verifies signatures is known, with the text that is signed', () => {
  const calls =
    /\b(?:verifyMlDsa|verifyEd25519|verifyP256|recoverAddress|verifyConsensusSignature|isSignedBy|verifies)\(/;
  const found = sources().filter(([, text]) => calls.test(text.replaceAll(/^(?:export )?function .*$/gm, '')));
  const unknown = found.map(([file]) => file).filter((file) => verifiers[file] === undefined);
  assert.deepEqual(
    unknown,
    [],
    'declare what is signed with signedText, which names the genesis, and add the file here',
  );
  const declared = new Set(texts.map(({ tag }) => tag));
  const named = Object.values(verifiers).flatMap((text) => text.match(/qor-[a-z-]+-v\d+/g) ?? []);
  assert.deepEqual(
    named.filter((tag) => !declared.has(tag)),
    [],
  );
});

test('no text begins with a tag that is neither declared nor known to be harmless', () => {
  const tags = sources().flatMap(([file, text]) =>
    [...text.matchAll(/['`](qor[-/][a-z/-]+[-/]v\d+)/g)].map(([, tag = '']) => ({ file, tag })),
  );
  assert.ok(tags.length >= texts.length);
  const declared = new Set(texts.map(({ tag }) => tag));
  const parts = ['qor/rdk/withdrawal/v1', 'qor/rdk/deposit/v1']; // nobody signs them: the root or last hash is in what is
  const unknown = tags.filter(({ tag }) => !declared.has(tag) && olderTexts[tag] === undefined && !parts.includes(tag));
  assert.deepEqual(unknown, [], 'declare it with signedText');
});
