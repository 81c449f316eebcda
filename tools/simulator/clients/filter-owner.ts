import assert from 'node:assert/strict';
import { toHex } from '#qord/primitives/hex.ts';
import { namesLimit } from '../node/limits.ts';
import { situation } from '../situations.ts';
import { Actor } from './actor.ts';
import { request } from './http-client.ts';

/** Owns a block filter: its changes are all blocks since the last question, in order. */
export class FilterOwner extends Actor {
  #filter: string | undefined;
  #last: string | undefined;

  act(): void {
    if (this.client.waiting > 0 || this.shadow.isRewinding) return;
    if (this.world.random.chance(0.3)) this.#createAnother();
    if (this.#filter === undefined) this.#create();
    else if (this.world.random.chance(0.05)) this.#remove(this.#filter);
    else this.#ask(this.#filter);
  }

  #create(): void {
    this.#send('eth_newBlockFilter', [], (result) => {
      this.#filter = String(result);
      this.#last = undefined;
    });
  }

  /** One that nobody asks for again: it stays until it is too old. Some look for several topics. */
  #createAnother(): void {
    const { random } = this.world;
    const topics = Array.from({ length: 3 }, () => toHex(random.bytes(32)));
    const ofLogs = request('eth_newFilter', [{ topics: [topics] }], 4);
    this.client.post(random.chance(0.5) ? ofLogs : request('eth_newPendingTransactionFilter', [], 4), () => {});
  }

  #remove(filter: string): void {
    this.#send('eth_uninstallFilter', [filter], (result) => {
      assert.equal(result, true);
      this.#filter = undefined;
    });
  }

  #ask(filter: string): void {
    const { rewinds } = this.shadow;
    this.#send('eth_getFilterChanges', [filter], (result) => {
      const hashes = result as readonly string[];
      if (this.shadow.isRewinding || rewinds !== this.shadow.rewinds) {
        this.#last = undefined; // the answer may have been made before or after
        return;
      }
      if (this.#last !== undefined) {
        const expected = this.shadow.hashesAfter(this.#last).slice(0, hashes.length);
        assert.deepEqual(hashes, expected, 'a filter misses no block');
        if (hashes.length > 1) situation('a filter returns several blocks');
      }
      this.#last = hashes.at(-1) ?? this.#last;
    });
  }

  /** Blocks are gone: a filter continues with those that take their place. */
  onRewind(): void {
    const { height } = this.shadow;
    const isGone = this.#last !== undefined && this.shadow.heightOf(this.#last) === undefined;
    if (isGone) this.#last = this.shadow.hashOf(height);
  }

  /** A process that is gone has forgotten its filters. */
  forget(): void {
    this.#filter = undefined;
  }

  #send(method: string, params: readonly unknown[], onResult: (result: unknown) => void): void {
    this.client.ask([request(method, params, 3)], ([reply]) => {
      const { error, result } = reply ?? {};
      if (reply !== undefined && error === undefined) return onResult(result);
      const isExpected = error === undefined || namesLimit(this.world, error.message) || /filter/.test(error.message);
      assert.ok(isExpected, `${method}: ${error?.message}`);
      this.#filter = undefined;
    });
  }
}
