import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { parseGenesis } from '#qord/chain/genesis/parse-genesis.ts';
import { FrameReader } from '#qord/consensus/comet/abci/frame-reader.ts';
import { decodeMessage, type InputOf, type ValueOf } from '#qord/consensus/comet/abci/protobuf.ts';
import { request, response } from '#qord/consensus/comet/abci/types.ts';
import { cometHome } from '#qord/consensus/comet/comet-home.ts';
import { createTestnet } from '#qord/node/testnet.ts';
import { AbciClient } from '../../simulator/network/abci-client.ts';
import { writeBlockStore } from '../../simulator/node/homes.ts';
import { SimulatedNode } from '../../simulator/node/simulated-node.ts';
import { profiles } from '../../simulator/profile.ts';
import { World } from '../../simulator/world/world.ts';

type Requests = ValueOf<typeof request>;
type Name = keyof Requests & keyof ValueOf<typeof response>;

/** Where the journals are, below the project. */
export const recordedFolder = 'tools/network/recorded';

const basePort = 8_545;

/** What CometBFT has asked, and what the application has answered unless one of them was killed before. */
export type RecordedCall = { readonly name: Name; readonly value: object; answer: object | undefined };

/** What `npm run network -- record` has written. */
export type Recorded = { readonly genesis: string; readonly events: readonly (RecordedCall | 'killed')[] };

/** All journals of real networks, with their names. They are read where the project is: the current directory. */
export function readRecorded(): readonly (readonly [name: string, Recorded])[] {
  const names = readdirSync(recordedFolder).filter((name) => name.endsWith('.gz'));
  return names.map((name) => [name, parse(gunzipSync(readFileSync(`${recordedFolder}/${name}`)).toString())]);
}

function parse(text: string): Recorded {
  const [genesis = '', ...lines] = text.split('\n');
  const events: (RecordedCall | 'killed')[] = [];
  let open: RecordedCall[] = [];
  for (const line of lines) {
    if (line === 'killed') {
      events.push(line);
      open = [];
      continue;
    }
    const [frame = new Uint8Array()] = new FrameReader().push(Buffer.from(line.slice(1), 'base64'));
    const content = line.startsWith('>') ? decodeMessage(request, frame) : decodeMessage(response, frame);
    const [name, value] = Object.entries(content).find(([, each]) => each !== undefined) ?? [];
    assert.ok(name !== undefined && typeof value === 'object');
    if (line.startsWith('>')) {
      const call = { name: name as Name, value, answer: undefined };
      events.push(call);
      open.push(call);
    } else {
      const asked = open.find((call) => call.name === name && call.answer === undefined);
      if (asked !== undefined) asked.answer = value;
    }
  }
  return { genesis, events };
}

/** Height of the block that a call is about. */
export function heightOf({ value }: RecordedCall): number | undefined {
  return 'height' in value && typeof value.height === 'number' ? value.height : undefined;
}

/**
 * Asks a new node with this genesis what CometBFT has asked, and ends it where it was killed. Throws an AssertionError
 * when it answers anything else about a block. Resolves with the height that it comes to.
 */
export async function replayRecorded({ genesis, events }: Recorded, folder: string): Promise<number> {
  const world = new World({ seed: 1, profile: profiles.calm });
  world.install();
  try {
    const [{ home } = assert.fail()] = createTestnet({ folder, validators: 1, fullNodes: 0, basePort, timestamp: 1 });
    writeFileSync(home.genesisFile, genesis);
    writeBlockStore(cometHome(home.folder));
    const failed = (error: unknown) => world.scheduler.fail(error);
    const listener = { onStarted: () => {}, onLog: () => {}, onEnded: failed };
    const node = new SimulatedNode(world, { name: 'node', home, genesis: parseGenesis(genesis) }, listener);
    const replay = new Replay(world, node, cometHome(home.folder).abciSocket);
    let isOver = false;
    void replay.play(events).then(() => {
      isOver = true;
    }, failed);
    await world.scheduler.runUntil(() => isOver);
    assert.ok(isOver, 'the journal is played to its end');
    return replay.height;
  } finally {
    world.close();
  }
}

class Replay {
  readonly #world: World;
  readonly #node: SimulatedNode;
  readonly #socket: string;
  #consensus: AbciClient | undefined;
  #mempool: AbciClient | undefined;
  /** the newest block that the node has committed */
  height = 0;

  constructor(world: World, node: SimulatedNode, socket: string) {
    this.#world = world;
    this.#node = node;
    this.#socket = socket;
  }

  async play(events: Recorded['events']): Promise<void> {
    await this.#start();
    for (const event of events)
      if (event !== 'killed') await this.#ask(event);
      else {
        this.#node.kill();
        await this.#start();
      }
  }

  async #start(): Promise<void> {
    this.#node.start();
    while (this.#world.listening.processAt(this.#socket) === undefined)
      await new Promise<void>((resolve) => this.#world.later(10, 'waits for the application', resolve));
  }

  async #ask(call: RecordedCall): Promise<void> {
    const { name, value, answer } = call;
    const height = heightOf(call);
    if (name === 'info') {
      this.#consensus = new AbciClient(this.#world, 'recorded', this.#socket);
      this.#mempool = new AbciClient(this.#world, 'recorded', this.#socket);
    }
    if (name === 'finalizeBlock' && height !== undefined && height <= this.height) return; // it was not killed as early
    const client = name === 'insertTx' ? this.#mempool : this.#consensus;
    const asked = client?.call(name, value as InputOf<Requests>[typeof name]);
    if (name === 'insertTx' || answer === undefined) return;
    const found = await asked;
    if (name === 'info') this.height = (found as { lastBlockHeight: number }).lastBlockHeight;
    else if (name !== 'prepareProposal') assert.deepEqual(found, answer, `${name} of block ${height}`);
    if (name === 'finalizeBlock' && height !== undefined) this.height = height;
  }
}
