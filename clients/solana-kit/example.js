// @solana/kit: reads balance, account and block in the shape of Solana, and waits for a slot over WebSocket.
import assert from 'node:assert/strict';
import { createSolanaRpc, createSolanaRpcSubscriptions, getAddressDecoder } from '@solana/kit';

const rpc = createSolanaRpc(process.env.QORD_SVM_URL);
// the first account of every development network: the 20 bytes of its address, followed by zeros
const address = Buffer.from('f39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'hex');
const key = getAddressDecoder().decode(Buffer.concat([address, Buffer.alloc(12)]));
const { value: lamports } = await rpc.getBalance(key).send();
assert.ok(lamports > 1_000_000_000n); // that is 1 QOR
const { value: account } = await rpc.getAccountInfo(key, { encoding: 'base64' }).send();
assert.equal(account.owner, '11111111111111111111111111111111');

const slot = await rpc.getSlot().send();
const block = await rpc.getBlock(slot, { maxSupportedTransactionVersion: 0 }).send();
assert.equal(block.blockHeight, slot);
const abort = new AbortController();
const subscriptions = createSolanaRpcSubscriptions(process.env.QORD_SVM_WS_URL);
const slots = await subscriptions.slotNotifications().subscribe({ abortSignal: abort.signal });
for await (const next of slots) {
  assert.ok(next.slot > slot);
  break;
}
abort.abort();
console.log('@solana/kit ok');
