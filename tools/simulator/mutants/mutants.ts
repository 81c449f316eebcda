import { developmentMutants } from './development-mutants.ts';
import { interfaceMutants } from './interface-mutants.ts';
import { moduleMutants } from './module-mutants.ts';
import { networkMutants } from './network-mutants.ts';

/** A deliberate fault: a change of one place in a compiled file. */
export type Mutant = {
  /** below dist */
  readonly file: string;
  /** occurs once in the file */
  readonly before: string;
  /** what takes its place; an empty statement when it is left out */
  readonly after?: string;
  /** the run that comes to it, where that is no node without peers; such as `--nodes 4 --profile network` */
  readonly run?: string;
};

/** Faults that the simulator must find. */
export const mutants: Readonly<Record<string, Mutant>> = {
  'the head moves before the commit': {
    file: 'chain/chain.js',
    before: 'return this.#dependencies.states.commitInBackground(rows, () => measure(() => this.#publish(executed)));',
    after: 'this.#publish(executed); return this.#dependencies.states.commitInBackground(rows, () => {});',
  },
  'a restarted node forgets how many blocks have written no nodes': {
    file: 'state/unwritten-rows.js',
    before: 'this.#blocks ??= unwrittenBlocks(this.#reader);',
    after: 'this.#blocks ??= 0;',
  },
  'a read at a block sees the block after it': {
    file: 'state/history-view.js',
    before: 'return this.heights.firstFrom(key, this.height + 1);',
    after: 'return this.heights.firstFrom(key, this.height + 2);',
  },
  'the cache of receipts has those of another block': {
    file: 'chain/reading/block-reader.js',
    before: 'this.caches.receipts.set(header.number, receipts);',
    after: 'this.caches.receipts.set(header.number + 1, receipts);',
  },
  'the index of logs misses the first of each block': {
    file: 'chain/storage/log-index.js',
    before: 'yield* inSteps(indexedTerms(terms), termsPerStep, (term) => {',
    after: 'yield* inSteps(indexedTerms(terms).slice(1), termsPerStep, (term) => {',
  },
  'a transaction is found at the place before its own': {
    file: 'chain/reading/block-reader.js',
    before: 'return { height, index };',
    after: 'return { height, index: Math.max(0, index - 1) };',
  },
  'a subscription begins a block late': {
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'if (to.since <= blocks)',
    after: 'if (to.since < blocks)',
  },
  'a listener of blocks throws': {
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'const blocks = this.#blocks++;',
    after: 'const blocks = this.#blocks++; if (blocks % 16 === 15) throw new TypeError("a listener");',
  },
  'a filter skips a block when several are new': {
    file: 'rpc/eth/filters/read-changes.js',
    before: 'filter.nextHeight = end;\n    const hashes',
    after: 'filter.nextHeight = end + (head > from ? 1 : 0); const hashes',
  },
  'what a client has sent after a request is lost': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: 'this.#unread = end === this.#unread.length ? noBytes : this.#unread.subarray(end);',
    after: 'this.#unread = noBytes;',
  },
  'who has ended its direction gets no answer that is late': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: 'if (this.#isBusy || this.#isPassedOn || this.#unread.length > 0)\n            return;',
    after: 'if (this.#isPassedOn || this.#unread.length > 0)\n            return;',
  },
  'a long response is interrupted by the next of its connection': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: "this.socket.off('drain', this.#onDrain);",
  },
  'a connection is not served again after a late response': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: 'if (!this.#isBusy && !this.socket.destroyed)',
    after: 'if (!this.#isBusy && this.socket.destroyed)',
  },
  'responses that wait are dropped when they are many': {
    file: 'rpc/server/fast-path/response-batcher.js',
    before: 'this.#waiting.push({ target, reply });',
    after: 'if (this.#waiting.length < 3) this.#waiting.push({ target, reply });',
  },
  'a piece of work whose turn is over is forgotten': {
    file: 'scheduling/work-line.js',
    before: 'this.#begun.unshift(job);',
  },
  'who waits for a promise never continues': {
    file: 'scheduling/main-thread.js',
    before: 'line.putBack(job, this.#now(), false);',
  },
  'what waits of a network with one connection is lost': {
    file: 'scheduling/fair-queue.js',
    before: 'connections.set(connection, entries);\n                else',
    after: 'connections.delete(connection);\n                else',
  },
  'what a dead thread has left behind is forgotten': {
    file: 'scheduling/worker-pool.js',
    before: 'this.#repeat(task, error);\n            else',
    after: ';\n            else',
  },
  'a thread that hangs is never ended': {
    file: 'rpc/execution/job.js',
    before: 'if (this.#execution.timeoutMs > 0)',
    after: 'if (this.#execution.timeoutMs < 0)',
    run: '--profile clients', // else the process is killed before anybody has waited for long
  },
  'a thread answers another task': {
    file: 'scheduling/pooled-worker.js',
    before: 'const task = this.#tasks.get(message.id);',
    after: 'const task = [...this.#tasks.values()].at(-1);',
  },
  'a gap of nonces stays when it is closed': {
    file: 'mempool/sender-queue.js',
    before: 'while (this.#byNonce.has(this.#next))\n            this.#next++;',
    after: 'if (this.#byNonce.has(this.#next))\n            this.#next++;',
  },
  'the cost of a replaced transaction stays': {
    file: 'mempool/sender-queue.js',
    before: 'this.#subtract(this.#byNonce.get(nonce));',
  },
  'a pool is full long before its limit': {
    file: 'mempool/pool-checks.js',
    before: "return byHash.size >= options['max-transactions'] ||",
    after: "return byHash.size >= options['max-transactions'] / 1000 ||",
  },
  'the pool keeps the bytes of what has left it': {
    file: 'mempool/pool-tables.js',
    before: 'this.#bytes -= tx.raw.length;',
  },
  'a proof begins below the root': {
    file: 'rpc/eth/proof-methods.js',
    before: 'accountProof: proof.nodes.map(toHex),',
    after: 'accountProof: proof.nodes.slice(1).map(toHex),',
  },
  'a trace has the gas without the refund': {
    file: 'evm/tracing/call-trace.js',
    before: 'exit: { ...root.exit, gasUsed } };',
    after: 'exit: { ...root.exit } };',
  },
  'gas is refunded twice': {
    file: 'evm/transaction/settle-gas.js',
    before: 'const used = inUse - (refund < maxRefund ? refund : maxRefund);',
    after: 'const used = inUse - 2n * (refund < maxRefund ? refund : maxRefund);',
  },
  'an authorization that is past has an effect': {
    file: 'evm/transaction/authorize.js',
    before: 'isPlain && account.nonce === nonce;',
    after: 'isPlain && account.nonce >= nonce;',
  },
  'a pool counts what it gets twice': {
    file: 'kernel/pools.js',
    before: 'countHeld(state, to, wei);',
    after: 'countHeld(state, to, 2n * wei);',
  },
  'results depend on what the engine did before': {
    file: 'evm/instance/evm-instance.js',
    before: 'if (!isSameState)\n            engine.invalidateValues();',
  },
  'a snapshot of a thread does not follow the chain': {
    file: 'node/stored-chain.js',
    before: 'store.refresh();',
  },
  'nobody looks after the pool when a block has come': {
    file: 'consensus/single/block-producer.js',
    before: 'this.#schedule.end(made);',
  },
  'a part of a long response is lost when the socket is full': {
    file: 'rpc/server/write-in-turns.js',
    before:
      'if (!target.hasRoom())\n                return target.onceRoom(goOn);\n            const part = parts.next();',
    after:
      'const part = parts.next();\n            if (!target.hasRoom())\n                return target.onceRoom(goOn);',
  },
  'a batch loses its last answer': {
    file: 'rpc/dispatch/batch.js',
    before: 'this.#add(entries[index], reply);',
    after: 'if (index === 0 || index < entries.length - 1) this.#add(entries[index], reply);',
  },
  'the next message of a connection is never handled': {
    file: 'rpc/server/request-order.js',
    before: 'request.guard(() => request.handle(request.body));\n            this.#runNext(owner);',
    after: 'request.guard(() => request.handle(request.body));',
  },
  'a filter tells its last block again': {
    file: 'rpc/eth/filters/read-changes.js',
    before: 'filter.nextHeight = end;\n    const hashes',
    after: 'filter.nextHeight = end - 1; const hashes',
  },
  'a search for logs ends a block early': {
    file: 'chain/reading/log-reader.js',
    before: 'Math.min(filter.toHeight, this.#blocks.head().number)',
    after: 'Math.min(filter.toHeight, this.#blocks.head().number - 1)',
  },
  'a trace is that of the block before': {
    file: 'rpc/tracing/trace-transactions.js',
    before: 'const replay = replayBlock(chain, { engine, natives, modules }, height);',
    after: 'const replay = replayBlock(chain, { engine, natives, modules }, Math.max(1, height - 1));',
  },
  'a trace has the logs of calls that failed': {
    file: 'evm/tracing/call-trace.js',
    before: 'const keepsLogs = withLogs && error === undefined;',
    after: 'const keepsLogs = withLogs;',
  },
  'a code is found by a part of its hash': {
    file: 'evm/instance/code-cache.js',
    before: 'this.#entries.get(codeHash) ??',
    after: '[...this.#entries.values()].find(({ hash }) => hash.startsWith(codeHash.slice(0, 4))) ??',
  },
  'a history leaves out the block in which it begins': {
    file: 'chain/storage/account-index.js',
    before: 'if (before !== undefined && height > before.height)',
    after: 'if (before !== undefined && height >= before.height)',
  },
  'a balance in lamports is rounded up': {
    file: 'svm/account.js',
    before: 'return weiToLamports(wei) +',
    after: 'return weiToLamports(wei + 999999999999n) +',
  },
  'an export forgets nonces': {
    file: 'chain/genesis/export-genesis.js',
    before: 'yield [address, { balance, nonce, code:',
    after: 'yield [address, { balance, nonce: 0n, code:',
  },
  'what a full pool drops has no reason': {
    file: 'mempool/mempool.js',
    before: 'this.remove(victim.tx.hash, dropReasons.evicted);',
    after: 'this.remove(victim.tx.hash, "");',
  },
  'a connection stays when its client has ended it': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: "this.#server.mainThread.run('upkeep', this, () => this.guard(() => this.end()), ignore);",
  },
  'what is mined stays in the pool': {
    file: 'mempool/sender-queue.js',
    before: 'this.#byNonce.delete(pooled.tx.nonce);',
  },
  'the gas of a block is that of its last transaction': {
    file: 'chain/block-builder.js',
    before: 'builder.gasUsed = receipt.cumulativeGasUsed;',
    after: 'builder.gasUsed = result.gasUsed;',
  },
  'a block does not tell what it has changed itself': {
    file: 'chain/hooks.js',
    before: 'recordChanges(builder, snapshot);\n}\n/**\n * Runs a hook, on',
    after: '}\n/**\n * Runs a hook, on',
  },
  'an export loses the slots of contracts': {
    file: 'chain/genesis/export-genesis.js',
    before: "const storage = state.hasEntries(address) ? state.entries(address, '0x') : undefined;",
    after: 'const storage = undefined;',
  },
  'a page of a history ends where a row does': {
    file: 'chain/storage/account-index.js',
    before: 'rowKey(account, before.height + chunkSpan)',
    after: 'rowKey(account, before.height)',
  },
  'the base fee moves by a seventh': {
    file: 'chain/base-fee.js',
    before: 'const maxChangeDenominator = 8n;',
    after: 'const maxChangeDenominator = 7n;',
  },
  'data cost less than their floor': {
    file: 'evm/transaction/gas-cost.js',
    before: 'const floorGasPerToken = 10;',
    after: 'const floorGasPerToken = 9;',
  },
  'code does not see what a module has changed': {
    file: 'evm/instance/native-calls.js',
    before: 'if (run.state.version !== version)\n        engine.invalidateValues();',
  },
  'an entry that a module has set stays when all else is undone': {
    file: 'state/world-state.js',
    before: 'this.#entries.get(change.owner)?.set(change.key, change.before);',
  },
  'a removal of blocks forgets how many have written no nodes': {
    file: 'state/unwritten-rows.js',
    before: 'this.#blocks = left;',
    after: 'this.#blocks = 0;',
  },
  ...interfaceMutants,
  ...moduleMutants,
  ...developmentMutants,
  ...networkMutants,
};
