// @solana/web3.js: reads balance, account and block in the shape of Solana, and waits for a slot over WebSocket.
import assert from 'node:assert/strict';
import { Connection, PublicKey, SystemProgram } from '@solana/web3.js';

const wsEndpoint = process.env.QORD_SVM_WS_URL;
const connection = new Connection(process.env.QORD_SVM_URL, { commitment: 'confirmed', wsEndpoint });
// the first account of every development network: the 20 bytes of its address, followed by zeros
const address = Buffer.from('f39fd6e51aad88f6f4ce6ab8827279cfffb92266', 'hex');
const key = new PublicKey(Buffer.concat([address, Buffer.alloc(12)]));
assert.ok((await connection.getBalance(key)) > 1e9); // lamports: 10^9 are 1 QOR
assert.ok((await connection.getAccountInfo(key)).owner.equals(SystemProgram.programId));

const slot = await connection.getSlot();
const block = await connection.getBlock(slot, { maxSupportedTransactionVersion: 0 });
assert.ok(block.blockhash.length >= 32);
const next = await new Promise((resolve) => connection.onSlotChange(resolve));
assert.ok(next.slot > slot);
console.log('@solana/web3.js ok');
process.exit(); // the client keeps its WebSocket open
