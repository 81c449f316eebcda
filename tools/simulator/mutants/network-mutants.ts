import type { Mutant } from './mutants.ts';

const faults: Readonly<Record<string, Mutant>> = {
  'a node sends its transactions to the peers only once': {
    file: 'consensus/comet/transaction-gossip.js',
    before: 'this.#repeated.add(hash, isOwn, now);',
  },
  'a validator votes against some right proposals': {
    file: 'consensus/comet/block-executor.js',
    before: 'return { status: accept };',
    after: 'return { status: request.txs.length % 5 === 4 ? reject : accept };',
  },
  'a validator votes for what cannot be executed': {
    file: 'consensus/comet/block-executor.js',
    before: 'onBlockError(request.height, error);\n            return { status: reject };',
    after: 'onBlockError(request.height, error);\n            return { status: accept };',
  },
  'a proposal is known by its transactions alone': {
    file: 'consensus/comet/block-request.js',
    before: 'update(JSON.stringify(request))',
    after: 'update(String(request.height))',
  },
  'the newest proposal is committed, whichever is decided': {
    file: 'consensus/comet/executed-blocks.js',
    before: 'return this.#byName.get(name);',
    after: 'return [...this.#byName.values()].at(-1);',
  },
  'a vote for no block counts as a signature': {
    file: 'consensus/comet/block-request.js',
    before: 'blockIdFlag === blockIdFlags.commit',
    after: 'blockIdFlag !== blockIdFlags.absent',
  },
  'a validator is punished again for what it did before': {
    file: 'modules/staking/blocks.js',
    before: ' || validator.tombstoned',
    after: '',
  },
  'consensus hears of new validators a block late': {
    file: 'consensus/comet/block-executor.js',
    before: 'validatorUpdates: validatorUpdates.map(toValidatorUpdate),',
    after: 'validatorUpdates: [this.late ?? [], (this.late = validatorUpdates)][0].map(toValidatorUpdate),',
  },
  'a proposal names a key as its proposer, and no operator': {
    file: 'consensus/comet/block-proposer.js',
    before: 'operatorOf(chain.headState(), proposer) ?? proposer',
    after: 'proposer',
  },
  'a started node says the app hash of the block before': {
    file: 'consensus/comet/application.js',
    before: 'hash: fromHex(hash) };',
    after: 'hash: fromHex(chain.reader.head().parentHash) };',
    run: '--nodes 4',
  },
  'a commit is answered before it is on disk': {
    file: 'consensus/comet/block-executor.js',
    before: 'await chain.commitPrepared(',
    after: 'void chain.commitPrepared(',
    run: '--nodes 4',
  },
  'the results of transactions say that all went well': {
    file: 'consensus/comet/block-executor.js',
    before: 'code: status === 1 ? 0 : 1,',
    after: 'code: 0,',
  },
  'the round of a block is that of the next': {
    file: 'consensus/comet/application.js',
    before: 'parts.onDecided(before,',
    after: 'parts.onDecided(before + 1,',
  },
  'some of what peers send is lost': {
    file: 'consensus/comet/transaction-gossip.js',
    before: 'this.#accept(hash, raw);',
    after: 'if (raw[raw.length - 1] % 4 > 0) this.#accept(hash, raw); else this.#decoding.delete(hash);',
  },
  'what peers are to get is sent again and again': {
    file: 'consensus/comet/transaction-gossip.js',
    before: 'this.#fresh.delete(hash);\n            const',
    after: 'const',
  },
  'a proposal has more bytes than a block may have': {
    file: 'chain/build-block.js',
    before: 'tx.gasLimit > gasLeft(builder) || bytes > maxBytes',
    after: 'tx.gasLimit > gasLeft(builder)',
  },
};

/** Faults of what only networks do. Where disks and threads are well, nodes must also vote alike and lose nothing. */
export const networkMutants: Readonly<Record<string, Mutant>> = Object.fromEntries(
  Object.entries(faults).map(([name, fault]) => [name, { run: '--nodes 4 --profile network', ...fault }]),
);
