import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '#qord/primitives/hex.ts';
import { endlessLoop } from '#qord/testing/evm/evm-loops.ts';
import { postJson, requestText } from '#qord/testing/raw-rpc.ts';
import { signFrom } from '#qord/testing/sign-from.ts';
import { spawnNode } from '#qord/testing/spawn-node.ts';
import { temporaryFolder } from '#qord/testing/temporary-folder.ts';
import { until } from '#qord/testing/until.ts';
import { maxTransactionGas } from './funded-attacker.ts';

/**
 * Responses while the transaction is executed that tell a node that serves from one that stands still: seconds pass.
 */
const fewest = 10;

test('a node serves its clients while it executes a transaction of the gas of a block', {
  timeout: 600_000,
}, async (t) => {
  const node = await spawnNode(t, temporaryFolder(t));
  const ask = async (method: string, ...params: string[]) =>
    (
      await postJson(
        node.urls.http ?? '',
        requestText(
          method,
          params.map((text) => JSON.stringify(text)),
        ),
      )
    ).result;
  const data = endlessLoop([0, 65_535, 'MSTORE8'], [65_536, 0, 'KECCAK256', 'POP']);
  const fields = { to: undefined, value: 0n, gasLimit: maxTransactionGas, cap: 10n ** 13n };
  const hash = await ask('eth_sendRawTransaction', toHex(signFrom(1, { ...fields, data }).raw));
  assert.match(String(hash), /^0x/);
  let responses = 0;
  const receipt = await until(async () => {
    assert.match(String(await ask('eth_blockNumber')), /^0x/);
    responses++;
    return (await ask('eth_getTransactionReceipt', String(hash))) as { gasUsed: string } | null;
  }, 'a receipt');
  assert.equal(receipt.gasUsed, `0x${maxTransactionGas.toString(16)}`);
  assert.ok(responses >= fewest, `${responses} responses`);
  assert.equal(await node.stop('SIGTERM'), 0);
});
