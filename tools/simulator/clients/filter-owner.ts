import assert from 'node:assert/strict';
import { toHex } from '#qord/primitives/hex.ts';
import { isWanted, type LogPattern, type ShownLog } from '../checks/shown.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import { Actor } from './actor.ts';
import { request } from './http-client.ts';

/** A filter of logs, or of blocks without a pattern. */
type Filter = {
  readonly id: string;
  readonly pattern: LogPattern | undefined;
  /** height when it was made */
  readonly made: number;
  /** height of the newest block that it tells nothing of */
  from: number;
  /** hashes or logs that it has told, oldest first */
  told: readonly (string | ShownLog)[];
  /** logs that it has told, of blocks that are gone: it tells so before anything else */
  owed: readonly ShownLog[];
};

/** Fulfilled by all logs. */
const everything: LogPattern = { topics: [] };

/** Limits of a response: what is beyond them comes with the next poll. */
const shortening = ['json-rpc.filter-cap', 'json-rpc.max-response-size'];

/** Owns a filter of blocks or logs, which tells all of them since it was made, in order, and whole. */
export class FilterOwner extends Actor {
  #filter: Filter | undefined;

  act(): void {
    const { random } = this.world;
    if (this.client.waiting > 0 || this.shadow.isRewinding) return;
    if (random.chance(0.3)) this.#createAnother();
    if (this.#filter === undefined) this.#create(random.pick([undefined, everything, this.shadow.somePattern(random)]));
    else if (random.chance(0.05)) this.#remove(this.#filter);
    else this.#ask(this.#filter);
  }

  #create(pattern: LogPattern | undefined): void {
    const making =
      pattern === undefined ? request('eth_newBlockFilter', [], 1) : request('eth_newFilter', [pattern], 1);
    this.#send(making, ([before, id, after]) => {
      if (before === after)
        this.#filter = { id: String(id), pattern, made: Number(before), from: Number(before), told: [], owed: [] };
    });
  }

  /** One that nobody asks for again: it stays until it is too old. Some look for several topics. */
  #createAnother(): void {
    const { random } = this.world;
    const topics = Array.from({ length: 3 }, () => toHex(random.bytes(32)));
    const ofLogs = request('eth_newFilter', [{ topics: [topics] }], 4);
    this.client.post(random.chance(0.5) ? ofLogs : request('eth_newPendingTransactionFilter', [], 4), () => {});
  }

  /** It is gone then, also for who asks for its changes. */
  #remove({ id }: Filter): void {
    this.#filter = undefined;
    const requests = ['eth_uninstallFilter', 'eth_getFilterChanges'].map((method, at) => request(method, [id], at));
    this.client.ask(requests, ([removal, changes]) => {
      if (removal?.result === true && changes !== undefined)
        assert.equal(changes.result, undefined, 'a filter that was removed has no changes');
    });
  }

  #ask(filter: Filter): void {
    this.#send(request('eth_getFilterChanges', [filter.id], 1), ([before, changes]) => {
      const found = changes as Filter['told'];
      if (filter.pattern === undefined && found.length > 1) situation('a filter returns several blocks');
      if (filter.owed.length > 0) situation('a filter tells that logs are gone');
      const isGone = (told: string | ShownLog | null) => (told as ShownLog | null)?.removed === true;
      const gone = found.filter(isGone) as readonly ShownLog[];
      const hashes = new Set(filter.owed.map(({ blockHash }) => blockHash));
      // those of older blocks may have been read by other means
      const known = gone.filter(
        ({ blockHash, blockNumber }) => hashes.has(blockHash) || Number(blockNumber) > filter.made,
      );
      const isShort = shortening.some((key) => this.world.small.has(key));
      const owed = filter.owed.map((log) => ({ ...log, removed: true }));
      assert.deepEqual(known, isShort ? owed.slice(0, known.length) : owed, 'a filter tells which logs are gone');
      filter.owed = filter.owed.slice(known.length);
      filter.told = [...filter.told, ...found.slice(gone.length)];
      const expected: (string | ShownLog)[] = [];
      let height = filter.from;
      while (height < this.shadow.height && (height < Number(before) || expected.length < filter.told.length))
        expected.push(...this.#of(filter, ++height));
      if (isShort) expected.length = Math.min(expected.length, filter.told.length);
      assert.deepEqual(filter.told, expected, 'a filter misses nothing and repeats nothing');
    });
  }

  /** What a filter tells of a block. */
  #of({ pattern }: Filter, height: number): readonly (string | ShownLog)[] {
    if (pattern === undefined) return [this.shadow.hashOf(height) ?? ''];
    return this.shadow.logsAt(height).filter((log) => isWanted(pattern, log));
  }

  /** Blocks are gone: a filter continues with those that take their place, and tells which logs were in them. */
  onRewind(): void {
    const filter = this.#filter;
    if (filter === undefined) return;
    const isKept = (hash: unknown) => this.shadow.heightOf(String(hash)) !== undefined;
    const isLeft = (told: string | ShownLog) => isKept(typeof told === 'string' ? told : told.blockHash);
    const gone = filter.told.filter((told): told is ShownLog => typeof told !== 'string' && !isLeft(told));
    filter.owed = [...filter.owed, ...gone];
    filter.told = filter.told.filter(isLeft);
    filter.from = Math.min(filter.from, this.shadow.height);
  }

  /** A process that is gone has forgotten its filters. */
  forget(): void {
    this.#filter = undefined;
  }

  /** Sends a request between two questions for the newest block. `onResults` gets what they come to. */
  #send(asking: string, onResults: (results: readonly unknown[]) => void): void {
    const height = (id: number) => request('eth_blockNumber', [], id);
    const { rewinds } = this.shadow;
    this.client.ask([height(0), asking, height(2)], (replies) => {
      if (this.shadow.isRewinding || rewinds !== this.shadow.rewinds) {
        this.#filter = undefined; // the answer may have been made before or after
        return undefined;
      }
      const error = replies.find((reply) => reply.error !== undefined)?.error;
      if (replies.length === 3 && error === undefined) return onResults(replies.map(({ result }) => result));
      const isExpected = error === undefined || namesLimit(this.world, error.message) || /filter/.test(error.message);
      assert.ok(isExpected, `${asking}: ${error?.message}`);
      const isUnchanged = replies.some((reply) => reply.id === 1 && /\(max-|unread/.test(reply.error?.message ?? ''));
      if (!isUnchanged) this.#filter = undefined;
      return undefined;
    });
  }
}
