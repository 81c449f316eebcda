import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { toHex } from '../primitives/hex.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { post, postJson } from '../testing/raw-rpc.ts';
import { signFrom } from '../testing/sign-from.ts';
import { spawnNode } from '../testing/spawn-node.ts';
import { temporaryFolder } from '../testing/temporary-folder.ts';

const recoverer = `0x${'51'.repeat(20)}`;
/** x of the generator of secp256k1, which is a valid r. */
const r = 0x79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798n;
/** Digest 1, v 27, r and s 1 as the input of ecrecover (0x01). */
const input: readonly Part[] = [1, 0, 'MSTORE', 27, 32, 'MSTORE', r, 64, 'MSTORE', 1, 96, 'MSTORE'];
const loop = assemble(...input).length;
const recoverForEver = assemble(...input, 'JUMPDEST', 32, 128, 128, 0, 1, 'GAS', 'STATICCALL', 'POP', loop, 'JUMP');

const request = (method: string, ...params: unknown[]) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
const send = ({ raw }: { raw: Uint8Array }) => request('eth_sendRawTransaction', toHex(raw));

test('a node that is stopped while its threads recover keys ends with 0, and keeps its chain', {
  timeout: 120_000,
}, async (t) => {
  const home = temporaryFolder(t);
  const flags = { 'json-rpc.gas-cap': '0', 'json-rpc.evm-timeout': '1h' };
  const transactions = Array.from({ length: 300 }, (_, index) =>
    signFrom(index % 6, { nonce: BigInt((index / 6) | 0) }),
  );
  let height = 0;
  for (let round = 0; round < 8; round++) {
    const node = await spawnNode(t, home, flags);
    const ask = async (method: string, ...params: unknown[]) =>
      (await postJson(node.urls.http ?? '', request(method, ...params))).result;
    const newest = Number(await ask('eth_blockNumber'));
    assert.ok(newest >= height, `block ${height} was known, ${newest} is the newest`);
    await ask('anvil_setCode', recoverer, toHex(recoverForEver));
    const sent = (body: string) => post(node.urls.http ?? '', body).catch(() => undefined); // the node ends meanwhile
    for (let call = 0; call < 3; call++) void sent(request('eth_call', { to: recoverer }, 'latest'));
    await sleep(40 * round); // from a thread that loads to one that has run for long
    for (let count = 0; count < 3; count++) void sent(`[${transactions.map(send).join()}]`);
    await sleep(10 * round);
    height = Number(await ask('eth_blockNumber'));
    assert.equal(await node.stop('SIGTERM'), 0, `round ${round}: ${node.errorOutput()}`);
  }
  assert.ok(height > 0);
});
