import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import { keccak256 } from '@qord/curves/keccak';
import { fromHex, toHex } from '../../primitives/hex.ts';
import { decodeRlp } from '../../primitives/rlp/decode.ts';
import { bytesFromRlp, listFromRlp } from '../../primitives/rlp/item.ts';
import { alice, contracts, createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Proof = {
  accountProof: string[];
  balance: string;
  codeHash: string;
  nonce: string;
  storageHash: string;
  storageProof: { key: string; value: string; proof: string[] }[];
};

/** What an independent implementation finds under the key in a proof against the root; null when nothing is there. */
async function proven(root: string, key: string, proof: readonly string[]): Promise<Uint8Array | null> {
  return verifyMPTWithMerkleProof(await createMPT(), fromHex(root), keccak256(fromHex(key)), proof.map(fromHex));
}

test('an account and its storage can be verified against the state root of any block', async () => {
  const { mine, result } = createEvmInterface();
  mine([signed({ nonce: 0n })]);
  for (const block of ['0x0', 'latest']) {
    const { stateRoot } = (await result('eth_getBlockByNumber', block, false)) as { stateRoot: string };
    const response = (await result(
      'eth_getProof',
      contracts.reader,
      ['0x0', `0x${'1'.padStart(64, '0')}`],
      block,
    )) as Proof;
    const account = await proven(stateRoot, contracts.reader, response.accountProof);
    assert.ok(account !== null);
    const [nonce, balance, storageRoot, codeHash] = listFromRlp(decodeRlp(account)).map((item) =>
      toHex(bytesFromRlp(item)),
    );
    assert.deepEqual([nonce, balance], ['0x01', '0x']);
    assert.deepEqual([storageRoot, codeHash], [response.storageHash, response.codeHash]);
    const [slot, empty] = response.storageProof;
    assert.ok(slot !== undefined && empty !== undefined);
    assert.deepEqual([slot.key, slot.value, empty.value], ['0x0', '0x2a', '0x0']);
    const word = await proven(response.storageHash, `0x${'00'.repeat(32)}`, slot.proof);
    assert.equal(word && toHex(word), '0x2a');
    assert.equal(await proven(response.storageHash, empty.key, empty.proof), null);
  }
});

test('accounts change from block to block, and may not exist', async () => {
  const { mine, result, chain } = createEvmInterface();
  mine([signed({ nonce: 0n })]);
  const before = (await result('eth_getProof', alice, [], 'earliest')) as Proof;
  const after = (await result('eth_getProof', alice, [], 'latest')) as Proof;
  assert.deepEqual([before.nonce, after.nonce], ['0x0', '0x1']);
  const nobody = `0x${'77'.repeat(20)}`;
  const absent = (await result('eth_getProof', nobody, ['0x0'])) as Proof;
  assert.deepEqual([absent.balance, absent.nonce, absent.storageProof[0]?.value], ['0x0', '0x0', '0x0']);
  assert.equal(await proven(chain.reader.head().stateRoot, nobody, absent.accountProof), null);
});

test('wrong parameters', async () => {
  const { fault } = createEvmInterface();
  const wrong = async (keys: unknown) =>
    (await fault('eth_getProof', alice, keys)).replace('-32602 invalid argument 1: ', '');
  assert.equal(await wrong('0x0'), 'non-array: string');
  assert.equal(await wrong(['x']), '0: hex string without 0x prefix');
  assert.equal(
    await wrong([`0x${'0'.repeat(65)}`]),
    'unable to decode storage key: hex string too long, want at most 32 bytes',
  );
  assert.equal(await wrong([`0x${'00'.repeat(256)}`]), '0: key has more than 255 bytes');
  assert.equal(await wrong(Array(1025).fill('0x0')), 'too many slots (requested 1025, max 1024)');
  assert.equal(await fault('eth_getProof', alice, [], '0x9'), '-32000 header not found');
});
