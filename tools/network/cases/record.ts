import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { homePaths } from '#qord/config/home.ts';
import { encodeFramed } from '#qord/consensus/comet/abci/protobuf.ts';
import { request, response } from '#qord/consensus/comet/abci/types.ts';
import type { AbciMessage } from '#qord/testing/network/abci-tap.ts';
import { cometOf } from '#qord/testing/network/kill-round.ts';
import { MixedSender, send } from '#qord/testing/network/mixed-load.ts';
import { allAt, type NetworkNode, startTappedNetwork } from '#qord/testing/network/network.ts';
import { recordedFolder } from '../recorded/recorded-journal.ts';
import type { NetworkCase } from './network-case.ts';

/** Messages without content, and questions that a node is asked all the time. */
const leftOut = new Set(['echo', 'flush', 'reapTxs']);

type Tapped = Awaited<ReturnType<typeof startTappedNetwork>>;

/** The lines of a journal: the genesis, then messages in base64, and each moment at which the application was killed. */
class Recorder {
  readonly #lines: string[];

  constructor({ node, tap }: Tapped) {
    this.#lines = [readFileSync(homePaths(node.home).genesisFile, 'utf8').replaceAll('\n', '')];
    tap.rule = (message) => {
      this.#note(message);
      return 'pass';
    };
  }

  killed(): void {
    this.#lines.push('killed');
  }

  /** Writes the file and says how large it is. */
  write(name: string): void {
    const bytes = gzipSync(this.#lines.join('\n'), { level: 9 });
    writeFileSync(`${recordedFolder}/${name}.gz`, bytes);
    console.log(`${name}: ${this.#lines.length - 1} lines in ${bytes.length} bytes`);
  }

  #note({ direction, content }: AbciMessage): void {
    const [name = ''] = Object.entries(content).find(([, value]) => value !== undefined) ?? [];
    if (leftOut.has(name)) return;
    const bytes = direction === 'request' ? encodeFramed(request, content) : encodeFramed(response, content);
    this.#lines.push(`${direction === 'request' ? '>' : '<'}${Buffer.from(bytes).toString('base64')}`);
  }
}

/** Each node gets transactions of all kinds until the signal aborts. */
async function load(nodes: readonly NetworkNode[], signal: AbortSignal): Promise<void> {
  await Promise.all(
    nodes.map(async (node, index) => {
      let sender = await MixedSender.at(node, index + 4);
      while (!signal.aborted) {
        try {
          await send(node, sender.next());
        } catch {
          sender = await MixedSender.at(node, index + 4); // what waits too long is dropped
        }
        await sleep(150);
      }
    }),
  );
}

/** Lets blocks come, from the height of now on. */
async function moreBlocks(nodes: readonly NetworkNode[], blocks: number): Promise<void> {
  const heights = await Promise.all(nodes.map((node) => node.height()));
  await allAt(nodes, Math.max(...heights) + blocks);
}

/** Kills its CometBFT, which leaves a socket behind. */
async function killComet({ node, comet }: Tapped): Promise<void> {
  await comet.kill();
  rmSync(node.comet.rpcSocket, { force: true });
}

/** A validator is killed alone and with its CometBFT, CometBFT alone, and half of the network stands still for a while. */
async function recordValidator(tapped: Tapped): Promise<void> {
  const { nodes, node, comet } = tapped;
  const recorder = new Recorder(tapped);
  await moreBlocks(nodes, 3);
  for (let round = 0; round < 3; round++) {
    node.process.process.kill('SIGKILL');
    recorder.killed();
    await killComet(tapped);
    await moreBlocks(nodes.slice(1), round);
    await node.start();
    await comet.start();
    await moreBlocks(nodes, 2);
  }
  await killComet(tapped);
  await moreBlocks(nodes.slice(1), 2);
  await comet.start();
  await moreBlocks(nodes, 2);
  const frozen = nodes.slice(2).flatMap(({ process: { process: child } }) => cometOf(child.pid ?? 0));
  for (const pid of frozen) process.kill(pid, 'SIGSTOP');
  await sleep(6_000);
  for (const pid of frozen) process.kill(pid, 'SIGCONT');
  await moreBlocks(nodes, 3);
  recorder.write('validator');
}

/** A node joins a network that has blocks. */
async function recordJoining(tapped: Tapped): Promise<void> {
  const { nodes, comet } = tapped;
  const recorder = new Recorder(tapped);
  await allAt(nodes.slice(0, -1), 6);
  await comet.start();
  await allAt(nodes, 10);
  recorder.write('joining');
}

export const record: NetworkCase = {
  summary: 'writes what real CometBFT asks of a node, which the simulator plays again',
  run: async (t) => {
    for (const [fullNodes, work] of [
      [0, recordValidator],
      [1, recordJoining],
    ] as const) {
      const tapped = await startTappedNetwork(t, fullNodes === 0 ? 0 : 4, { validators: 4, fullNodes });
      if (fullNodes > 0) await killComet(tapped);
      const stop = new AbortController();
      const loading = load(tapped.nodes.slice(1, 4), stop.signal);
      await work(tapped);
      stop.abort();
      await loading;
    }
  },
};
