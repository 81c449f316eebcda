import assert from 'node:assert/strict';
import { EvmInstance } from '#qord/evm/instance/evm-instance.ts';
import { toHex } from '#qord/primitives/hex.ts';
import { assemble } from '#qord/testing/evm/assemble.ts';
import { assertSameChain } from '#qord/testing/network/compare-nodes.ts';
import { allAt, type NetworkNode, startNetwork } from '#qord/testing/network/network.ts';
import { signFrom } from '#qord/testing/sign-from.ts';
import { until } from '#qord/testing/until.ts';
import type { NetworkCase } from './network-case.ts';

const pageBytes = 65_536;
/** Memory that a frame of the transaction takes, and that the engines of the scarce node get for all frames. */
const needed = 2_000_000;
const given = 16;

/** A module that makes WebAssembly refuse memories of engines more than a megabyte for frames, as a system could. */
function refusingMemory(): string {
  const pages = new EvmInstance().engine.MEMORY_START.value / pageBytes + given;
  const code = `
    const { Memory } = WebAssembly;
    WebAssembly.Memory = function (limits) {
      return new Memory(limits.maximum > ${pages} ? { ...limits, maximum: ${pages} } : limits);
    };`;
  return `data:text/javascript,${encodeURIComponent(code)}`;
}

export const scarceMemory: NetworkCase = {
  summary:
    'one of four validators gets too little memory for a decided block: it ends, again after a start, with no other hash',
  run: async (t) => {
    const nodes = await startNetwork(t, { validators: 4 });
    const [first, , , scarce] = nodes;
    assert.ok(first !== undefined && scarce !== undefined);
    await allAt(nodes, 2);
    await scarce.process.stop('SIGTERM');
    const preloads = [refusingMemory()];
    await scarce.start({}, preloads);
    await allAt(nodes, (await first.height()) + 2);
    const data = assemble(1, needed, 'MSTORE8', 'STOP');
    const { raw } = signFrom(1, { to: undefined, value: 0n, data, gasLimit: 12_000_000n, cap: 10n ** 13n });
    const hash = await first.call<string>('eth_sendRawTransaction', toHex(raw));
    await endsByMemory(scarce);
    await assert.rejects(async () => {
      await scarce.start({}, preloads);
      await endsByMemory(scarce);
      throw new Error(scarce.process.errorOutput());
    }, /needs more memory/);
    const receipt = await first.call<{ readonly status: string }>('eth_getTransactionReceipt', hash);
    assert.equal(receipt.status, '0x1');
    await scarce.start();
    const to = (await first.height()) + 2;
    await allAt(nodes, to);
    const transactions = await assertSameChain(nodes, 1, to);
    console.log(
      `the node ended twice with one line, and has the same ${to} blocks and ${transactions} transactions since`,
    );
  },
};

/** Waits until the node has ended; its error output is one line that says why. */
async function endsByMemory({ process }: NetworkNode): Promise<void> {
  await until(() => process.process.exitCode !== null, 'the node without memory to end');
  const lines = process.errorOutput().trim().split('\n');
  assert.equal(lines.length, 1, process.errorOutput());
  assert.match(lines[0] ?? '', /^qord: .*needs more memory/);
  console.log(`exit code ${process.process.exitCode}: ${lines[0]}`);
}
