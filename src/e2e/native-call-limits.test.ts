import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Interface } from 'ethers';
import { burnAddress, multilayerAddress } from '../modules/addresses.ts';
import { concatBytes } from '../primitives/bytes.ts';
import { fromHex, toHex } from '../primitives/hex.ts';
import { assemble, type Part } from '../testing/evm/assemble.ts';
import { startTestNode } from '../testing/test-node.ts';

const stranger = `0x${'57'.repeat(20)}`;
const burn = new Interface(['function burnedBy(string source) view returns (uint256)']);
const layers = new Interface(['function bundledFee(uint64 gas, string[] layerIds) view returns (uint256)']);

/** Copies the calldata to memory, calls the target with it and that gas, and reverts with the returned data. */
function relay(target: string, gas: Part): string {
  const copied: Part[] = ['CALLDATASIZE', 0, 0, 'CALLDATACOPY'];
  const called: Part[] = [0, 0, 'CALLDATASIZE', 0, BigInt(target), gas, 'STATICCALL', 'POP'];
  const returned: Part[] = ['RETURNDATASIZE', 0, 0, 'RETURNDATACOPY', 'RETURNDATASIZE', 0, 'REVERT'];
  return toHex(assemble(...copied, ...called, ...returned));
}

/** Calls the target endlessly, with a megabyte of memory and that gas. */
function endless(target: string, gas: Part): string {
  return toHex(assemble('JUMPDEST', 0, 0, 1_000_000, 0, BigInt(target), gas, 'STATICCALL', 'POP', 0, 'JUMP'));
}

const word = (value: number) => fromHex(`0x${value.toString(16).padStart(64, '0')}`);

/** bundledFee with many offsets to one text of zero bytes. */
function aliased(count: number, length: number): string {
  const { selector } = layers.getFunction('bundledFee') ?? {};
  const offsets = Array<Uint8Array>(count).fill(word(32 * count));
  const parts = [word(1), word(64), word(count), ...offsets, word(length), new Uint8Array(length)];
  return toHex(concatBytes(fromHex(selector ?? ''), ...parts));
}

test('a node rejects long and overlapping arguments with the name of the limit, and ends endless native calls', async (t) => {
  const flags = { 'json-rpc.gas-cap': '0' };
  const { urls: patient } = await startTestNode(t, { flags: { ...flags, 'json-rpc.evm-timeout': '60s' } });
  const { urls: hasty } = await startTestNode(t, { flags: { ...flags, 'json-rpc.evm-timeout': '1s' } });
  let urls = patient; // on a busy machine a call may take a second that ends by itself
  const ask = async (method: string, ...params: unknown[]) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(urls.http, { method: 'POST', headers, body });
    return (await response.json()) as { result?: unknown; error?: { code: number; message: string } };
  };
  const callAs = (code: string, data = '0x') =>
    ask('eth_call', { to: stranger, data, gas: '0xe8d4a51000' }, 'latest', { [stranger]: { code } });

  await t.test('arguments', async () => {
    const text = (length: number, unit = 'x') => burn.encodeFunctionData('burnedBy', [unit.repeat(length)]);
    for (const [target, data, reason] of [
      [burnAddress, text(256), 'burn: unknown source (4)'],
      [burnAddress, text(257), 'burn: bad arguments: source is longer than 256 bytes'],
      [burnAddress, text(100_000, '😀'), 'burn: bad arguments: source is longer than 256 bytes'],
      [multilayerAddress, aliased(60, 200), 'multilayer: bad arguments: values overlap'],
      [multilayerAddress, aliased(15_625, 500_000), 'multilayer: bad arguments: layerIds has more than 64 items'],
      [burnAddress, `0xdeadbeef${'00'.repeat(100_000)}`, 'burn: no such call; see the Solidity interface'],
    ] as const) {
      const { error } = await callAs(relay(target, 'GAS'), data);
      assert.equal(error?.message, `execution reverted: ${reason}`);
    }
    const short = await callAs(relay(burnAddress, 2_600), text(7));
    assert.equal(short.error?.message, 'execution reverted', 'the text costs gas');
  });

  await t.test('loops', async () => {
    urls = hasty;
    const sha256 = `0x${'02'.padStart(40, '0')}`;
    for (const target of [sha256, burnAddress]) {
      for (const gas of [0, 'GAS'] as const) {
        const running = callAs(endless(target, gas));
        assert.match(String((await ask('eth_blockNumber')).result), /^0x/);
        assert.equal((await running).error?.message, 'execution aborted (timeout = 1s)');
      }
    }
  });
});
