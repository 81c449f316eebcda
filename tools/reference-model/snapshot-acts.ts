import assert from 'node:assert/strict';
import { zeroAddress } from '#qord/primitives/address.ts';
import { quantity } from '#qord/primitives/quantity.ts';
import type { Act, Block, Step } from './development-acts.ts';

/** A snapshot that a network has; `settings`: of further blocks, undefined when another block came meanwhile. */
export type Snapshot = {
  readonly id: number;
  readonly height: number;
  readonly hash: string;
  readonly settings: Settings | undefined;
};

type Metadata = {
  readonly snapshots: Readonly<Record<string, readonly [number, string]>>;
  readonly timeShift: number;
  readonly timeStep: number | null;
};

/** What is set for further blocks, as the pending one and the network show it. */
type Settings = ReturnType<typeof settingsOf>;

function settingsOf({ gasLimit, mixHash, baseFeePerGas, proposer }: Pending, { timeShift, timeStep }: Metadata) {
  return { gasLimit, mixHash, baseFeePerGas, proposer, timeShift, timeStep };
}

/** Who proposes is not known of a pending block, but code sees it. */
type Pending = Block & { readonly proposer: string };

/** COINBASE, MSTORE and RETURN as the code of an account. */
const proposerCode: Step[1] = [{ to: zeroAddress }, 'pending', { [zeroAddress]: { code: '0x4160005260206000f3' } }];

/** Takes the snapshot with this id, besides those that are there; `note` gets it. */
export function takeSnapshot(id: number, known: readonly Snapshot[], note: (snapshot: Snapshot) => void): Act {
  const isNext = (taken: string) => assert.equal(taken, quantity(id), 'the id of a snapshot');
  const reading = readSettings((pending, metadata) => {
    const { snapshots } = metadata;
    const ids = [...known.map((each) => quantity(each.id)), quantity(id)];
    assert.deepEqual(Object.keys(snapshots), ids, 'the snapshots whose blocks are there');
    const [height, hash] = snapshots[quantity(id)] ?? [];
    assert.ok(height !== undefined && hash !== undefined, `snapshot ${id} is there`);
    note({ id, height, hash, settings: pending.parentHash === hash ? settingsOf(pending, metadata) : undefined });
  });
  return { what: 'a snapshot is taken', steps: [['snapshot', [], isNext], ...reading] };
}

/** Reads what is set for further blocks. */
function readSettings(onRead: (pending: Pending, metadata: Metadata) => void): readonly Step[] {
  let [pending, proposer]: [Block?, string?] = [];
  return [
    ['eth_getBlockByNumber', ['pending', false], (block: Block) => (pending = block)],
    ['eth_call', proposerCode, (word: string) => (proposer = word)],
    ['metadata', [], (metadata: Metadata) => pending && proposer && onRead({ ...pending, proposer }, metadata)],
  ];
}

/** Sets something for further blocks, and goes back to a snapshot, with what was set then. `snapshot`: undefined when it is gone */
export function revert(id: number, snapshot: Snapshot | undefined, setting: readonly Step[]): Act {
  const isThere = (result: boolean) => assert.equal(result, snapshot !== undefined, `whether snapshot ${id} exists`);
  const step: Step = ['revert', [quantity(id)], isThere];
  if (snapshot === undefined) return { what: 'a snapshot is gone', steps: [step] };
  const { height, hash, settings } = snapshot;
  const isSame = (block: Block) => assert.equal(block.hash, hash, 'a snapshot keeps its block');
  const reading = readSettings((pending, metadata) => {
    if (settings !== undefined && pending.parentHash === hash)
      assert.deepEqual(settingsOf(pending, metadata), settings, 'a revert restores what is set for further blocks');
  });
  const read: Step = ['eth_getBlockByNumber', [quantity(height), false], isSame];
  const steps = [...setting, step, read, ...reading];
  return { what: 'a chain goes back to a snapshot', steps, goesBackTo: () => [height, height] };
}
