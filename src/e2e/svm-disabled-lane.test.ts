import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { type Base64EncodedWireTransaction, createSolanaRpc, isSolanaError } from '@solana/kit';
import { Connection, Keypair, PublicKey, SystemProgram, Transaction } from '@solana/web3.js';
import { WebSocket } from 'ws';
import { parseAddress, toBase58 } from '../primitives/address.ts';
import { startTestNode } from '../testing/test-node.ts';

const receiver = parseAddress(`0x${'5c'.repeat(20)}`);

test('no SVM transaction is accepted, however it is signed and sent, and nothing changes', async (t) => {
  const node = await startTestNode(t, { flags: { 'consensus.block-interval': '0s' } });
  const { reader } = node.node.chain;
  const before = reader.head();
  const web3 = new Connection(node.urls.svm, 'confirmed');
  const kit = createSolanaRpc(node.urls.svm);
  const payer = Keypair.generate();
  const to = new PublicKey(toBase58(receiver));
  const { blockhash } = await web3.getLatestBlockhash();
  const transaction = new Transaction({ feePayer: payer.publicKey, blockhash, lastValidBlockHeight: 150 });
  transaction.add(SystemProgram.transfer({ fromPubkey: payer.publicKey, toPubkey: to, lamports: 1 }));
  transaction.sign(payer);
  const wire = transaction.serialize().toString('base64') as Base64EncodedWireTransaction;

  await assert.rejects(() => web3.sendRawTransaction(transaction.serialize()), /SVM module is disabled/);
  await assert.rejects(() => web3.requestAirdrop(to, 1), { code: 11 });
  await assert.rejects(
    () => kit.sendTransaction(wire, { encoding: 'base64', skipPreflight: true }).send(),
    (error) => isSolanaError(error) && error.context.__code === 11 && error.message.includes('SVM module is disabled'),
  );
  const response = await fetch(node.urls.svm, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify([{ jsonrpc: '2.0', id: 'a', method: 'sendTransaction', params: null }]),
  });
  assert.equal(response.status, 200);
  assert.deepEqual(await response.json(), [
    {
      jsonrpc: '2.0',
      id: 'a',
      error: { code: 11, message: 'SVM module is disabled', data: { causeMessage: ': SVM module is disabled' } },
    },
  ]);
  const socket = new WebSocket(node.urls.svmWebSocket);
  t.after(() => socket.close());
  await once(socket, 'open');
  for (const method of ['sendTransaction', 'simulateTransaction', 'requestAirdrop']) {
    const message = once(socket, 'message');
    socket.send(JSON.stringify({ jsonrpc: '2.0', id: method, method, params: [wire] }));
    const { id, error } = JSON.parse(String((await message)[0]));
    assert.deepEqual([id, error.code, error.message], [method, 11, 'SVM module is disabled']);
  }
  assert.deepEqual(reader.head(), before);
  assert.deepEqual(node.node.control.mempool.counts(), { pending: 0, queued: 0 });
});
