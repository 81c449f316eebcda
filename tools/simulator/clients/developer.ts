import assert from 'node:assert/strict';
import * as acts from '../../reference-model/development-acts.ts';
import { revert, type Snapshot, takeSnapshot } from '../../reference-model/snapshot-acts.ts';
import { situation } from '../situations.ts';
import { Actor } from './actor.ts';
import { request } from './http-client.ts';

/** A developer at a network of one node: sets state, time and blocks, goes back, and acts for others, in batches. */
export class Developer extends Actor {
  /** names of all methods, as they are declared */
  #methods: readonly string[] | undefined;
  #snapshots: readonly Snapshot[] = [];
  #nextSnapshot = 0;
  /** the newest snapshot whose block has been removed, until it is asked for */
  #gone: number | undefined;
  #isPaused = false;

  act(): void {
    if (this.client.waiting > 0 || this.node() === undefined) return;
    if (this.#methods === undefined)
      this.client.discover((methods) => {
        this.#methods = methods.map(({ name }) => name);
      });
    else if (!this.world.isCalm) this.#perform(this.#choose());
    else if (this.#isPaused) this.#perform(this.#switchAutomine());
  }

  /** A process that is gone has forgotten its snapshots and settings. */
  forget(): void {
    this.#snapshots = [];
    this.#nextSnapshot = 0;
    this.#gone = undefined;
    this.#isPaused = false;
  }

  /** Blocks are gone, and with them their snapshots. */
  onRewind(): void {
    const isLeft = ({ height, hash }: Snapshot) => this.shadow.hashOf(height) === hash;
    this.#gone = this.#snapshots.findLast((each) => !isLeft(each))?.id ?? this.#gone;
    this.#snapshots = this.#snapshots.filter(isLeft);
  }

  #choose(): acts.Act {
    const { random } = this.world;
    const { height, time } = this.shadow;
    const choices: readonly (readonly [number, () => acts.Act])[] = [
      [6, () => acts.mineBlocks(random)],
      [5, () => acts.changeState(random)],
      [height === 0 ? 0 : 2, () => acts.setTime(random, time)], // a genesis is older than the block that may come now
      [4, () => this.#takeSnapshot()],
      [this.#gone === undefined ? 4 : 12, () => this.#revert()],
      [height < 5 ? 0 : 3, () => acts.removeBlocks(random, this.#depth())],
      [1, () => this.#reset()],
      [2, () => acts.changeChainId(random, random.chance(0.5) ? undefined : this.#nextSnapshot++, height)],
      [3, () => acts.drop(random, this.ledger.someWaiting(random))],
      [3, () => acts.impersonate(random)],
      [3, () => this.#switchAutomine()],
      ...this.#settings(),
    ];
    return random.pickWeighted(choices)();
  }

  /** Acts that set something for further blocks. */
  #settings(): readonly (readonly [number, () => acts.Act])[] {
    const { random } = this.world;
    const { asked } = this.shadow;
    return [
      [3, () => acts.moveTime(random)],
      [2, () => acts.setDistance(random)],
      [1, () => acts.setProposer(random)],
      [2, () => acts.setFee(random, (wei) => asked.baseFee.add(wei))],
      [2, () => acts.setGasLimit(random, (gas) => asked.gasLimit.add(gas))],
      [2, () => acts.setRandomness(random, (value) => asked.prevRandao.add(value))],
    ];
  }

  #takeSnapshot(): acts.Act {
    return takeSnapshot(this.#nextSnapshot++, this.#snapshots, (snapshot) => {
      this.#snapshots = [...this.#snapshots, snapshot];
    });
  }

  /** How many blocks are removed: a few, often with that of the newest snapshot. */
  #depth(): number {
    const { random } = this.world;
    const { height } = this.shadow;
    const since = height - (this.#snapshots.at(-1)?.height ?? height);
    return Math.min(height - 1, (random.chance(0.5) ? Math.min(since, 12) : 0) + 1 + random.below(4));
  }

  #reset(): acts.Act {
    this.#snapshots = [];
    return acts.reset();
  }

  /** Goes back to one of the newest snapshots, which may be gone: those after it are gone then, too. */
  #revert(): acts.Act {
    const { random } = this.world;
    const known = random.chance(0.5) ? this.#snapshots.at(-1) : undefined;
    const id = known?.id ?? this.#gone ?? Math.max(0, this.#nextSnapshot - 1 - random.below(4));
    this.#gone = undefined;
    const snapshot = this.#snapshots.find((each) => each.id === id);
    if (snapshot !== undefined) this.#snapshots = this.#snapshots.filter((each) => each.id < id);
    const setting = this.#settings().flatMap(([, act]) => (random.chance(0.7) ? act().steps : []));
    const isSetting = ([method]: acts.Step) => /^(?:set|increase)/.test(method);
    return revert(id, snapshot, setting.filter(isSetting));
  }

  #switchAutomine(): acts.Act {
    this.#isPaused = !this.#isPaused;
    return acts.setAutomine(!this.#isPaused);
  }

  #perform({ what, steps, amendments = [], goesBackTo }: acts.Act): void {
    situation(what);
    this.shadow.expect(amendments, goesBackTo);
    this.ledger.forget();
    const requests = steps.map(([name, params], id) => request(this.#methodOf(name), params, id));
    this.client.ask(requests, (replies) => {
      if (replies.length > 0) this.shadow.expect([], undefined); // else a process that starts says what has happened
      this.ledger.forget();
      for (const { id, result, error } of replies) {
        const [name = '', , check] = steps[id] ?? [];
        assert.equal(error, undefined, `${name}: ${error?.message}`);
        check?.(result as never);
      }
    });
  }

  /** One of the names that a method is declared by. */
  #methodOf(name: string): string {
    if (name.includes('_')) return name;
    const [first, ...others] = this.#methods?.filter((each) => each.endsWith(`_${name}`)) ?? [];
    assert.ok(first, `${name} is declared`);
    return this.world.random.pick([first, ...others]);
  }
}
