import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress, toSvmKey, zeroAddress } from '../primitives/address.ts';
import { readLamports, readSvmAccount } from './account.ts';
import { systemProgramId } from './programs.ts';
import { parsePublicKey } from './public-key.ts';
import { rentExemptMinimum } from './rent.ts';

const alice = parseAddress(`0x${'a1'.repeat(20)}`);
const ledger = (balance: bigint) => ({
  account: (address: string) => (address === alice || address === zeroAddress ? { balance } : undefined),
});

test('lamports are the balance in wei over 10^9, rounded down, exact above 2^53', () => {
  const wei = 4_500_000_000n * 10n ** 18n + 999_999_999n;
  assert.equal(readLamports(ledger(wei), toSvmKey(alice)), 4_500_000_000_000_000_000n);
  assert.equal(readSvmAccount(ledger(wei), toSvmKey(alice))?.lamports, 4_500_000_000_000_000_000n);
  assert.equal(readLamports(ledger(999_999_999n), toSvmKey(alice)), 0n);
});

test('a native account is a plain wallet that is never charged rent', () => {
  assert.deepEqual(readSvmAccount(ledger(7n * 10n ** 9n), toSvmKey(alice)), {
    lamports: 7n,
    owner: '11111111111111111111111111111111',
    executable: false,
    rentEpoch: 18_446_744_073_709_551_615n,
    data: new Uint8Array(0),
  });
});

test('a key with any of its last 12 bytes set is no native account', () => {
  for (let i = 20; i < 32; i++) {
    const key = toSvmKey(alice);
    key[i] = 1;
    assert.equal(readSvmAccount(ledger(10n ** 18n), key), undefined);
    assert.equal(readLamports(ledger(10n ** 18n), key), 0n);
  }
});

test('an account that is not in the ledger does not exist', () => {
  const stranger = toSvmKey(parseAddress(`0x${'b2'.repeat(20)}`));
  assert.equal(readSvmAccount(ledger(1n), stranger), undefined);
  assert.equal(readLamports(ledger(1n), stranger), 0n);
});

test('programs of the genesis are executable', () => {
  const token = parsePublicKey('TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA');
  assert.equal(readSvmAccount(ledger(0n), token)?.executable, true);
  assert.equal(readLamports(ledger(0n), token), 1n);
  const systemProgram = parsePublicKey(systemProgramId);
  assert.equal(readSvmAccount(ledger(0n), systemProgram)?.executable, true);
  assert.equal(
    readLamports(ledger(3n * 10n ** 9n), systemProgram),
    4n,
    'its own lamport, and what the zero address holds',
  );
  assert.equal(readLamports(ledger(0n), systemProgram), 1n);
});

test('the rent-exempt minimum is (128 + bytes) · 3480 · 2', () => {
  assert.equal(rentExemptMinimum(0n), 890_880n);
  assert.equal(rentExemptMinimum(165n), 2_039_280n);
  assert.equal(rentExemptMinimum(1024n), 8_017_920n);
});
