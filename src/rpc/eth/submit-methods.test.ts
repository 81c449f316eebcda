import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toHex } from '../../primitives/hex.ts';
import { weiPerQor } from '../../primitives/units.ts';
import { createEvmInterface, signed } from '../../testing/evm-interface.ts';

test('a signed transaction reaches the pool', async () => {
  const { pool, result } = createEvmInterface();
  const tx = signed({ nonce: 0n });
  assert.equal(await result('eth_sendRawTransaction', toHex(tx.raw)), tx.hash);
  assert.deepEqual(
    pool.map(({ hash }) => hash),
    [tx.hash],
  );
});

test('what this interface refuses although the chain would take it', async () => {
  const { fault, pool } = createEvmInterface();
  const unprotected = signed({ type: 0, chainId: undefined, gasPrice: 10n ** 11n, nonce: 0n } as Parameters<
    typeof signed
  >[0]);
  const words = '-32000 only replay-protected (EIP-155) transactions allowed over RPC';
  assert.equal(await fault('eth_sendRawTransaction', toHex(unprotected.raw)), words);
  const dear = signed({ nonce: 0n, gasLimit: 10n, maxFeePerGas: weiPerQor / 8n });
  const cap = '-32000 tx fee (1.25 QOR) exceeds the configured cap (1 QOR)';
  assert.equal(await fault('eth_sendRawTransaction', toHex(dear.raw)), cap);
  const readOnly = createEvmInterface({ readOnly: true });
  const refusal = await readOnly.fault('eth_sendRawTransaction', toHex(signed({ nonce: 0n }).raw));
  assert.equal(refusal, '-32000 this interface is read-only: transactions are not accepted here');
  assert.equal(pool.length, 0);
  const unlimited = createEvmInterface({ feeCap: 0n });
  assert.equal(await unlimited.result('eth_sendRawTransaction', toHex(dear.raw)), dear.hash);
});

test('bytes that are no transaction', async () => {
  const { fault } = createEvmInterface();
  assert.equal(await fault('eth_sendRawTransaction', '0x'), '-32000 typed transaction too short');
  assert.match(await fault('eth_sendRawTransaction', '0x03c0'), /^-32000 transaction type not supported/);
  assert.match(await fault('eth_sendRawTransaction', '0xc0'), /^-32000 rlp/);
  assert.equal(await fault('eth_sendRawTransaction', 'x'), '-32602 invalid argument 0: hex string without 0x prefix');
  assert.equal(await fault('eth_sendRawTransaction'), '-32602 missing value for required argument 0');
});
