/** A deliberate fault: a change of one place in a compiled file. */
export type Mutant = {
  readonly name: string;
  /** below dist */
  readonly file: string;
  /** occurs once in the file */
  readonly before: string;
  readonly after: string;
};

/** Faults that the simulator must find. */
export const mutants: readonly Mutant[] = [
  {
    name: 'the head moves before the commit',
    file: 'chain/chain.js',
    before: 'return this.#dependencies.states.commitInBackground(rows, () => this.#publish(executed));',
    after: 'this.#publish(executed); return this.#dependencies.states.commitInBackground(rows, () => {});',
  },
  {
    name: 'a restarted node forgets how many blocks have written no nodes',
    file: 'state/unwritten-rows.js',
    before: 'this.#blocks ??= unwrittenBlocks(this.#reader);',
    after: 'this.#blocks ??= 0;',
  },
  {
    name: 'a read at a block sees the block after it',
    file: 'state/history-view.js',
    before: 'return this.heights.firstFrom(key, this.height + 1);',
    after: 'return this.heights.firstFrom(key, this.height + 2);',
  },
  {
    name: 'the cache of receipts has those of another block',
    file: 'chain/reading/block-reader.js',
    before: 'this.caches.receipts.set(header.number, receipts);',
    after: 'this.caches.receipts.set(header.number + 1, receipts);',
  },
  {
    name: 'the index of logs misses the first of each block',
    file: 'chain/storage/log-index.js',
    before: 'yield* inSteps(indexedTerms(terms), termsPerStep, (term) => {',
    after: 'yield* inSteps(indexedTerms(terms).slice(1), termsPerStep, (term) => {',
  },
  {
    name: 'a transaction is found at the place before its own',
    file: 'chain/reading/block-reader.js',
    before: 'return { height, index };',
    after: 'return { height, index: Math.max(0, index - 1) };',
  },
  {
    name: 'a subscription begins a block late',
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'if (to.since <= blocks)',
    after: 'if (to.since < blocks)',
  },
  {
    name: 'a listener of blocks throws',
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'const blocks = this.#blocks++;',
    after: 'const blocks = this.#blocks++; if (blocks % 16 === 15) throw new TypeError("a listener");',
  },
  {
    name: 'a filter skips a block when several are new',
    file: 'rpc/eth/filters/filter-methods.js',
    before: 'filter.nextHeight = Math.min(head + 1, from + maxHashes);',
    after: 'filter.nextHeight = Math.min(head + 1, from + maxHashes) + (head > from ? 1 : 0);',
  },
  {
    name: 'what a client has sent after a request is lost',
    file: 'rpc/server/fast-path/fast-connection.js',
    before: 'this.#unread = end === this.#unread.length ? noBytes : this.#unread.subarray(end);',
    after: 'this.#unread = noBytes;',
  },
  {
    name: 'a connection is not served again after a late response',
    file: 'rpc/server/fast-path/fast-connection.js',
    before: 'if (!this.#isBusy && !this.socket.destroyed)',
    after: 'if (!this.#isBusy && this.socket.destroyed)',
  },
  {
    name: 'responses that wait are dropped when they are many',
    file: 'rpc/server/fast-path/response-batcher.js',
    before: 'this.#waiting.push({ target, reply });',
    after: 'if (this.#waiting.length < 3) this.#waiting.push({ target, reply });',
  },
  {
    name: 'a piece of work whose turn is over is forgotten',
    file: 'scheduling/work-line.js',
    before: 'this.#begun.unshift(job);',
    after: ';',
  },
  {
    name: 'who waits for a promise never continues',
    file: 'scheduling/main-thread.js',
    before: 'line.putBack(job, this.#now(), false);',
    after: ';',
  },
  {
    name: 'what waits of a network with one connection is lost',
    file: 'scheduling/fair-queue.js',
    before: 'connections.set(connection, entries);\n                else',
    after: 'connections.delete(connection);\n                else',
  },
  {
    name: 'what a dead thread has left behind is forgotten',
    file: 'scheduling/worker-pool.js',
    before: 'this.#repeat(task, error);\n            else',
    after: ';\n            else',
  },
  {
    name: 'a thread answers another task',
    file: 'scheduling/pooled-worker.js',
    before: 'const task = this.#tasks.get(message.id);',
    after: 'const task = [...this.#tasks.values()].at(-1);',
  },
  {
    name: 'a gap of nonces stays when it is closed',
    file: 'mempool/sender-queue.js',
    before: 'while (this.#byNonce.has(this.#next))\n            this.#next++;',
    after: 'if (this.#byNonce.has(this.#next))\n            this.#next++;',
  },
  {
    name: 'the cost of a replaced transaction stays',
    file: 'mempool/sender-queue.js',
    before: 'this.#subtract(this.#byNonce.get(nonce));',
    after: ';',
  },
  {
    name: 'gas is refunded twice',
    file: 'evm/transaction/settle-gas.js',
    before: 'const used = inUse - (refund < maxRefund ? refund : maxRefund);',
    after: 'const used = inUse - 2n * (refund < maxRefund ? refund : maxRefund);',
  },
  {
    name: 'a pool counts what it gets twice',
    file: 'kernel/pools.js',
    before: 'countHeld(state, to, wei);',
    after: 'countHeld(state, to, 2n * wei);',
  },
  {
    name: 'results depend on what the engine did before',
    file: 'evm/instance/evm-instance.js',
    before: 'if (!isSameState)\n            engine.invalidateValues();',
    after: ';',
  },
  {
    name: 'a snapshot of a thread does not follow the chain',
    file: 'node/stored-chain.js',
    before: 'store.refresh();',
    after: ';',
  },
  {
    name: 'nobody looks after the pool when a block has come',
    file: 'consensus/single/block-producer.js',
    before: 'this.#schedule.end(made);',
    after: ';',
  },
];
