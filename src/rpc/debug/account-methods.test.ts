import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseAddress } from '../../primitives/address.ts';
import { keccakHash } from '../../primitives/crypto/keccak.ts';
import { fromHex, type Hex } from '../../primitives/hex.ts';
import { createEvmInterface, signed } from '../../testing/evm-interface.ts';

type Shown = {
  balance: string;
  nonce: number;
  code?: string;
  storage?: object;
  address: Hex;
  key: string;
  root: string;
};
type Range = { root: string; accounts: Record<string, Shown>; next?: string };

/**
 * A chain whose first block creates a contract with 1 to 3 in its slots, and whose second pays an account that was not
 * there.
 */
function withBlocks() {
  const evm = createEvmInterface();
  const stores = [1, 2, 3].map((slot) => `600${slot}600${slot}55`).join('');
  const data = fromHex(`0x${stores}635f6003555f526004601cf3`);
  evm.mine([signed({ nonce: 0n, to: undefined, data, gasLimit: 300_000n, value: 0n })]);
  evm.mine([signed({ nonce: 1n, to: newcomer, value: 5n })]);
  const range = (...params: readonly unknown[]) => evm.result('debug_accountRange', ...params) as Promise<Range>;
  return { ...evm, range };
}
const newcomer = parseAddress('0x00000000000000000000000000000000000abcde');
const contract = '0x5fbdb2315678afecb367f032d93f642f64180aa3';
const shown = ({ accounts }: Range, address: string) =>
  Object.values(accounts).find((account) => account.address === address);

test('all accounts by pages, in the order of their hashes', async () => {
  const { range, result } = withBlocks();
  const whole = await range('latest', '0x', 0);
  const all = Object.values(whole.accounts);
  assert.ok(all.length > 10);
  assert.equal(whole.next, undefined);
  for (const { address, key } of all) assert.equal(key, keccakHash(fromHex(address)));
  assert.deepEqual(
    all.map(({ key }) => key),
    all.map(({ key }) => key).sort(),
  );
  const pages: Shown[] = [];
  for (let start: string | undefined = '0x'; start !== undefined; ) {
    const { accounts, next }: Range = await range('latest', start, 3);
    assert.ok(Object.keys(accounts).length <= 3);
    pages.push(...Object.values(accounts));
    start = next && `0x${Buffer.from(next, 'base64').toString('hex')}`;
  }
  assert.deepEqual(pages, all);
  const { stateRoot } = (await result('eth_getBlockByNumber', 'latest', false)) as { stateRoot: string };
  assert.equal(`0x${whole.root}`, stateRoot);
  for (const { address, balance, root } of all) {
    assert.equal(BigInt((await result('eth_getBalance', address, 'latest')) as string), BigInt(balance));
    const { storageHash } = (await result('eth_getProof', address, [], 'latest')) as { storageHash: string };
    assert.equal(root, storageHash);
  }
});

test('accounts at an earlier block, with and without code and storage', async () => {
  const { range, fault } = withBlocks();
  assert.equal(shown(await range('0x1', '0x', 0), newcomer), undefined);
  assert.equal(shown(await range('0x2', '0x', 0), newcomer)?.balance, '5');
  assert.equal(shown(await range('0x0', '0x', 0), contract), undefined);
  const word = (value: number) => `0x${value.toString(16).padStart(64, '0')}`;
  const { code, storage, nonce } = shown(await range('0x1', '0x', 0), contract) ?? {};
  assert.deepEqual(
    { code, storage, nonce },
    {
      code: '0x5f600355',
      storage: { [word(1)]: '01', [word(2)]: '02', [word(3)]: '03' },
      nonce: 1,
    },
  );
  const bare = shown(await range('0x1', '0x', 0, true, true, true), contract);
  assert.deepEqual([bare?.code, bare?.storage], [undefined, undefined]);
  assert.equal(await fault('debug_accountRange', '0x9', '0x', 1), '-32000 header not found');
  assert.equal(
    await fault('debug_accountRange', 'latest', `0x${'00'.repeat(33)}`, 1),
    '-32602 invalid argument 1: a hash has at most 32 bytes',
  );
});

test('a response above the limit of traces is rejected', async () => {
  const { fault, mine, result } = createEvmInterface({ maxTraceBytes: 4_000 });
  mine();
  assert.match(
    await fault('debug_accountRange', 'latest', '0x', 0),
    /^-32005 .*json-rpc\.max-trace-bytes \(4000\): ask for fewer/,
  );
  assert.ok(await result('debug_accountRange', 'latest', '0x', 2, true, true));
});

test('garbage collections are counted under the names of Go', async () => {
  const { result } = createEvmInterface();
  type Stats = { NumGC: number; PauseTotal: number; Pause: number[]; PauseEnd: string[]; LastGC: string };
  const read = async () => (await result('debug_gcStats')) as Stats;
  let stats = await read();
  const before = stats.NumGC;
  for (let waste: unknown[] = []; stats.NumGC === before; stats = await read()) {
    waste = Array.from({ length: 200_000 }, (_, index) => ({ index }));
    assert.ok(waste.length > 0);
    await new Promise((resolve) => setImmediate(resolve));
  }
  assert.ok(stats.PauseTotal > 0 && stats.Pause.length === stats.PauseEnd.length);
  assert.equal(stats.LastGC, stats.PauseEnd[0]);
});
