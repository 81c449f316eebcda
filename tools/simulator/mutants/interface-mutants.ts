import type { Mutant } from './mutants.ts';

/** Faults of what clients are shown and told. */
export const interfaceMutants: Readonly<Record<string, Mutant>> = {
  'a record at an old block is that of now': {
    file: 'rpc/qor/record-methods.js',
    before: 'getRecord(requireState(chain, block),',
    after: 'getRecord(chain.states.at(chain.head().number),',
  },
  'who asks for an outcome before the block hears nothing': {
    file: 'rpc/svm/subscriptions/signature-feed.js',
    before: 'if (!this.#feed.has(hash))',
    after: 'if (this.#feed.has(hash))',
  },
  'a subscription that was ended sends messages': {
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'own?.delete(id);\n        end();',
    after: 'own?.delete(id);',
  },
  'a connection keeps its subscriptions when it ends': {
    file: 'rpc/eth/subscriptions/subscription-hub.js',
    before: 'for (const end of own.values())\n                end();',
  },
  'a subscriber hears of one log in 32': {
    file: 'rpc/eth/subscriptions/block-logs.js',
    before: 'found[word] = (found[word] ?? 0) | (1 <<',
    after: 'found[word] = (1 <<',
  },
  'a filter of logs skips a block after each poll': {
    file: 'rpc/eth/filters/log-changes.js',
    before: 'nextHeight: last + 1',
    after: 'nextHeight: last + 2',
  },
  'a log is counted in its transaction': {
    file: 'rpc/evm-common/json/receipt-json.js',
    before: 'logText(log, place, firstLogIndex + offset)',
    after: 'logText(log, place, offset)',
  },
  'a transaction shows another tip': {
    file: 'rpc/evm-common/json/transaction-json.js',
    before: 'quantity(tx.maxPriorityFeePerGas)',
    after: 'quantity(tx.maxFeePerGas)',
  },
  'the fee after a block is that of the block': {
    file: 'rpc/eth/fee-history.js',
    before: 'chain.header(height + 1) ??',
    after: 'chain.header(height) ??',
  },
  'the finalized block is the one before': {
    file: 'rpc/evm-common/resolve-block.js',
    before: "return ref.tag === 'earliest' ? chain.identity.genesisHeight : head;",
    after: "return ref.tag === 'earliest' ? chain.identity.genesisHeight : ref.tag === 'finalized' ? head - 1 : head;",
  },
  'lamports before a transaction are those after it': {
    file: 'svm/transaction.js',
    before: "lamports(name, 'before')",
    after: "lamports(name, 'after')",
  },
  'an SVM subscriber does not hear that an account has more': {
    file: 'rpc/svm/subscriptions/account-feed.js',
    before: 'return left.lamports === right.lamports &&',
    after: 'return left.lamports >= right.lamports &&',
  },
  'the pending nonce leaves out what waits': {
    file: 'mempool/mempool.js',
    before: 'return this.#tables.queueOf(sender).nextNonce;',
    after: 'return this.#tables.queueOf(sender).nonce;',
  },
  'the pool follows nobody but senders': {
    file: 'mempool/open-mempool.js',
    before: 'transition.accounts.map(({ address }) => address)',
    after: 'block.transactions.map(({ sender }) => sender)',
  },
  'invalid parameters are an internal error': {
    file: 'rpc/dispatch/dispatcher.js',
    before: 'return running;\n    }\n    catch (error) {\n        return running.fail(error);',
    after: 'return running;\n    }\n    catch {\n        return running.fail(dialect.internalFault(name));',
  },
  'who has waited for a receipt counts for ever': {
    file: 'rpc/eth/receipt-waiters.js',
    before: 'release();',
  },
  'who waits for a receipt has no answer': {
    file: 'rpc/eth/receipt-waiters.js',
    before: "this.#mainThread.runLater('request', ownerOf(waiter.call), () => this.#answer(waiter, hash), fail);",
  },
  'a connection is closed in place of some late answers': {
    file: 'rpc/server/fast-path/fast-connection.js',
    before: '(late) => this.#sendLate(late)',
    after: '(late) => (late.body.length % 16 === 0 ? this.socket.destroy() : this.#sendLate(late))',
  },
  'a WebSocket is closed after some answers': {
    file: 'rpc/server/websocket-session.js',
    before: '--this.#running === 0 && this.#ending !== undefined)',
    after:
      '--this.#running === 0 && reply?.length % 16 === 0) return this.#socket.terminate();\n        if (this.#ending !== undefined)',
  },
  'code sees another proposer': {
    file: 'chain/environment.js',
    before: 'coinbase: header.miner,',
    after: "coinbase: header.miner.replace(/.$/, '0'),",
  },
  'the randomness of a block is that of the one before': {
    file: 'chain/environment.js',
    before: 'keccakHash(fromHex(parent.hash))',
    after: 'keccakHash(fromHex(parent.parentHash))',
  },
  'the contract of hashes stores that of the block before the parent': {
    file: 'chain/block-hash-history.js',
    before: 'block.blockHash(parent)',
    after: 'block.blockHash(parent > 0n ? parent - 1n : 0n)',
  },
  'a batch has to be shorter than its limit': {
    file: 'rpc/dispatch/batch.js',
    before: 'entries.length > limits.maxBatch',
    after: 'entries.length >= limits.maxBatch',
  },
  'a request may be nested one level deeper': {
    file: 'rpc/dispatch/parse-json.js',
    before: 'depth > limit',
    after: 'depth > limit + 1',
  },
  'the other signature of an authorization counts, too': {
    file: 'evm/transaction/authorize.js',
    before: 's > maxSignatureS || ',
    after: '',
  },
  'bytes of a request that its client leaves unfinished stay counted': {
    file: 'rpc/server/unfinished-bytes.js',
    before: 'this.hold(0);',
  },
  'code does not see the oldest of 256 hashes': {
    file: 'chain/environment.js',
    before: 'wanted + hashWindowBlocks >= number',
    after: 'wanted + hashWindowBlocks > number',
    run: '--pace 50 --blocks 400',
  },
};
