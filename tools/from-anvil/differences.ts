/** A difference in what a method does. */
export type Difference = {
  readonly method: string;
  readonly there: string;
  readonly here: string;
  readonly why: string;
  /** what shows it: the last request is the one whose response is compared; where it is missing, no request does */
  readonly shown?: {
    readonly requests: readonly (readonly [method: string, ...params: readonly unknown[]])[];
    /** the result, or code and text of the error, as JSON text */
    readonly here: RegExp;
    readonly anvil?: RegExp;
  };
};

const first = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';
const nobody = '0x00000000000000000000000000000000000000aa';
const noHash = `0x${'33'.repeat(32)}`;
const blobHash = `0x01${'33'.repeat(31)}`;
const failed = /^"-32\d+ /;

/** Compared with anvil 1.7.1 and geth 1.16.8, for the methods that both have. */
export const differences: readonly Difference[] = [
  {
    method: 'all of development networks',
    there:
      'anvil: by name only `anvil_reorg` (`depth`, `tx_block_pairs`); of `anvil_reset` and `evm_mine` an object is dropped',
    here: 'by name, or an object alone where it is the only parameter',
    why: 'a member that has no effect misleads',
    shown: {
      requests: [['anvil_setBalance', { address: nobody, balance: '5' }]],
      here: /^null$/,
      anvil: failed,
    },
  },
  {
    method: 'all of development networks: numbers',
    there: 'anvil: `""` and `"0x"` are 0, `"0b101"` is 5; no `5.0`; not everywhere as text',
    here: 'hex, decimal text or a JSON integer (`5.0`, too), everywhere; an empty text is an error',
    why: 'an empty text is a mistake of a client',
    shown: { requests: [['anvil_setBalance', nobody, '']], here: failed, anvil: /^null$/ },
  },
  {
    method: 'all: bytes, hashes and addresses',
    there: 'anvil: also without `0x`',
    here: 'with `0x`',
    why: 'as go-ethereum',
    shown: { requests: [['anvil_setCode', nobody, '6000']], here: failed, anvil: /^null$/ },
  },
  {
    method: '`evm_mine`, `anvil_mine_detailed`, `anvil_reset`: members of the object that they do not know',
    there: 'anvil drops them beside known ones; Hardhat has `httpHeaders` of the origin',
    here: 'an error that names them',
    why: 'a member that has no effect misleads; headers of the origin are given at the start (`--fork-header`)',
    shown: {
      requests: [['evm_mine', { timestamp: null, blocks: 1, block: 3 }]],
      here: /^"-32602 invalid argument 0: unknown member \\"block\\"/,
      anvil: /^"0x0"$/,
    },
  },
  {
    method: '`eth_call`, `eth_estimateGas` and others: `maxFeePerBlobGas`',
    there: 'anvil, geth: the sender must have the fee of the blobs',
    here: 'without effect: a call pays nothing for blobs',
    why: 'this chain has no transactions with blobs; code of a call sees the hashes that are given',
    shown: {
      requests: [['eth_call', { from: nobody, to: nobody, blobVersionedHashes: [blobHash], maxFeePerBlobGas: '0x9' }]],
      here: /^"0x"$/,
      anvil: failed,
    },
  },
  {
    method: '`eth_getLogs`, `eth_newFilter`, `trace_filter`: members that they do not know',
    there: 'anvil: an error',
    here: 'ignored',
    why: 'as go-ethereum',
    shown: { requests: [['eth_getLogs', { adress: nobody }]], here: /^\[/, anvil: failed },
  },
  {
    method: '`hardhat_mine` with an interval',
    there: 'anvil: the first block is an interval later, too',
    here: 'the first block is made at once, as in Hardhat; by the name `anvil_mine` as in anvil',
    why: 'each as its tool',
    shown: {
      requests: [
        ['evm_mine', 4_000_000_000],
        ['hardhat_mine', '0x1', '0x400'],
        ['eth_getBlockByNumber', 'latest', false],
      ],
      here: /"timestamp":"0xee6b28/,
      anvil: /"timestamp":"0xee6b2c/,
    },
  },
  {
    method: '`evm_setNextBlockTimestamp` with a time before that of `evm_setTime`',
    there: 'anvil: an error',
    here: 'accepted when it is later than the newest block',
    why: 'the newest block is the only limit, as in Hardhat',
    shown: {
      requests: [
        ['evm_setTime', 4_100_000_000],
        ['evm_setNextBlockTimestamp', 4_000_010_000],
      ],
      here: /^null$/,
      anvil: failed,
    },
  },
  {
    method: '`evm_increaseTime`, `evm_setNextBlockTimestamp` and others',
    there: 'anvil: up to 2^64 seconds',
    here: 'up to the end of the year 9999',
    why: 'other clients read dates with four digits',
    shown: { requests: [['evm_increaseTime', '9007199254740993']], here: failed, anvil: /^\d+$/ },
  },
  {
    method: '`anvil_setChainId`',
    there:
      'anvil: a JSON integer up to 2^64 - 1, for all blocks; `evm_revert` does not undo it, and the node no longer signs',
    here: 'up to 2^53 - 1, for blocks and calls from then on; `evm_revert`, `anvil_rollback` and `anvil_reset` undo it, waiting transactions of another id are dropped',
    why: 'traces and calls at earlier blocks see what those saw',
    shown: { requests: [['anvil_setChainId', '0x7a69']], here: /^null$/, anvil: failed },
  },
  {
    method: '`anvil_dumpState` with `true`',
    there: 'anvil: also the states of earlier blocks',
    here: 'the state of the newest block',
    why: '`anvil_loadState` changes the newest state, in a block of its own',
    shown: { requests: [['anvil_dumpState', true]], here: /^"0x1f8b/, anvil: /^"0x1f8b/ },
  },
  {
    method: '`eth_newPendingTransactionFilter` with `true`',
    there: 'anvil: an error; geth: whole transactions',
    here: 'whole transactions, of those that still wait or are in a block',
    why: 'as geth',
    shown: { requests: [['eth_newPendingTransactionFilter', true]], here: /^"0x/, anvil: failed },
  },
  {
    method: '`eth_getFilterChanges` of a filter from a block that has been',
    there: 'anvil: the first poll returns the logs since that block',
    here: 'what is new since the filter was made; `eth_getFilterLogs` returns all',
    why: 'as go-ethereum',
  },
  {
    method: '`evm_setIntervalMining`, `evm_setAutomine`',
    there: 'anvil does one or the other; an interval of 0 ends both',
    here: 'independent; an interval of 0 leaves automining',
    why: "Hardhat's way, whose helpers set both",
    shown: { requests: [['evm_setIntervalMining', 0], ['anvil_getAutomine']], here: /^true$/, anvil: /^false$/ },
  },
  {
    method: '`eth_sendTransaction` with two prices that contradict each other',
    there: 'anvil takes `gasPrice`',
    here: 'an error',
    why: 'as go-ethereum; equal ones are accepted',
    shown: {
      requests: [
        ['eth_sendTransaction', { from: first, to: nobody, gasPrice: '0x174876e800', maxFeePerGas: '0x174876e801' }],
      ],
      here: failed,
      anvil: /^"0x/,
    },
  },
  {
    method: '`eth_sendTransaction` without `gas`, of what reverts',
    there: 'anvil submits it, Hardhat too, with an error',
    here: 'the error of the estimate; with `gas` it is submitted, and by the name of Hardhat (`development.client-version`) an error, too',
    why: 'as go-ethereum',
    shown: {
      requests: [
        ['anvil_setCode', nobody, '0x5f5ffd'],
        ['eth_sendTransaction', { from: first, to: nobody }],
      ],
      here: /^"3 execution reverted"$/,
      anvil: /^"0x/,
    },
  },
  {
    method: 'all: texts and codes of errors',
    there: 'anvil: those of its EVM (`EVM error InvalidFEOpcode`), custom errors and `panic:` in the text',
    here: 'those of go-ethereum; the bytes are in `data`',
    why: 'libraries match on them',
    shown: {
      requests: [
        ['anvil_setCode', nobody, '0xfe'],
        ['eth_call', { to: nobody }, 'latest'],
      ],
      here: /^"-32000 invalid opcode: INVALID"$/,
      anvil: /InvalidFEOpcode/,
    },
  },
  {
    method: '`eth_`, `debug_`, `trace_`: numbers of calls, blocks and overrides',
    there: 'anvil: JSON integers, decimal text and leading zeros, too',
    here: 'quantities only',
    why: 'as go-ethereum',
    shown: { requests: [['eth_call', { to: first, value: 0 }, 'latest']], here: failed, anvil: /^"0x/ },
  },
  {
    method: 'block override `difficulty`',
    there: 'anvil and geth ignore it',
    here: 'an error unless it is 0',
    why: 'it would have no effect: the opcode returns `prevRandao`',
    shown: {
      requests: [['eth_call', { to: first }, 'latest', {}, { difficulty: '0x5' }]],
      here: failed,
      anvil: /^"0x/,
    },
  },
  {
    method: 'blocks beyond the newest',
    there: 'anvil: `BlockOutOfRangeError`',
    here: '`header not found`; `eth_getLogs` returns `[]`',
    why: 'as go-ethereum',
    shown: { requests: [['eth_getLogs', { fromBlock: '0xfffff' }]], here: /^\[\]$/, anvil: failed },
  },
  {
    method: '`debug_traceTransaction` of what does not exist',
    there: 'anvil returns an empty trace',
    here: 'an error',
    why: 'as go-ethereum',
    shown: { requests: [['debug_traceTransaction', noHash]], here: failed, anvil: /^\{/ },
  },
  {
    method: '`eth_getBlockReceipts`, `eth_getTransactionByBlockNumberAndIndex` at `pending`',
    there: 'anvil returns `null`',
    here: 'what the pending block has',
    why: 'as everything else at `pending`',
    shown: { requests: [['eth_getBlockReceipts', 'pending']], here: /^\[/, anvil: /^null$/ },
  },
  {
    method: '`evm_revert`, `anvil_rollback`, `anvil_reorg`: filters and subscriptions',
    there: 'anvil tells nothing of removed logs',
    here: 'logs with `removed: true`; SVM subscribers are told the balances that are left',
    why: 'who was told of a log has to be told that it is gone',
  },
  {
    method: '`eth_simulateV1` with a block of a number or time that has been',
    there: 'anvil accepts it',
    here: 'errors -38020 and -38021',
    why: 'as the execution-apis',
    shown: {
      requests: [
        ['anvil_mine', 3],
        ['eth_simulateV1', { blockStateCalls: [{ blockOverrides: { number: '0x1' } }] }, 'latest'],
      ],
      here: /^"-38020 /,
      anvil: /^\[/,
    },
  },
  {
    method: '`eth_signTransaction`',
    there: 'anvil returns the bytes',
    here: 'an object with `raw` and `tx`',
    why: 'as go-ethereum; viem and alloy expect the bytes, web3.py and web3j the object',
    shown: {
      requests: [
        ['eth_signTransaction', { from: first, to: nobody, gas: '0x5208', nonce: '0x0', gasPrice: '0x174876e800' }],
      ],
      here: /^\{"raw":"0x/,
      anvil: /^"0x/,
    },
  },
  {
    method: '`eth_getAccount` of an account that does not exist',
    there: 'anvil returns an empty one',
    here: '`null`',
    why: 'as Erigon',
    shown: { requests: [['eth_getAccount', noHash.slice(0, 42), 'latest']], here: /^null$/, anvil: /^\{/ },
  },
  {
    method: '`eth_protocolVersion`',
    there: 'anvil returns 1',
    here: '`0x41`',
    why: 'as go-ethereum last had it',
    shown: { requests: [['eth_protocolVersion']], here: /^"0x41"$/, anvil: /^1$/ },
  },
  {
    method: '`eth_coinbase` after `anvil_setCoinbase`',
    there: 'anvil returns the new one',
    here: 'that of the newest block until there is another',
    why: 'it is the proposer of the newest block',
    shown: {
      requests: [['anvil_setCoinbase', nobody], ['eth_coinbase']],
      here: /^"0x(?!0{38}aa)/,
      anvil: /^"0x0{38}aa"$/,
    },
  },
  {
    method: '`anvil_metadata`',
    there: 'anvil names its version and commit twice',
    here: '`clientVersion` alone',
    why: "`clientSemver` and `clientCommitSha` are those of anvil's build",
    shown: { requests: [['anvil_metadata']], here: /^(?!.*clientSemver)/, anvil: /clientSemver/ },
  },
  {
    method: '`anvil_setRpcUrl` on a network that is no fork',
    there: 'anvil returns `null`',
    here: 'an error',
    why: 'it would have no effect',
    shown: { requests: [['anvil_setRpcUrl', 'http://127.0.0.1:1']], here: failed, anvil: /^null$/ },
  },
  {
    method: '`anvil_reset` with an empty `forking`',
    there: 'anvil returns an error unless it is a fork',
    here: 'as without it',
    why: 'viem writes one for a reset without options',
    shown: { requests: [['anvil_reset', { forking: {} }]], here: /^null$/, anvil: failed },
  },
  {
    method: '`anvil_dropTransaction`',
    there: 'Hardhat returns whether it was there',
    here: 'a boolean for `hardhat_dropTransaction`, hash or null for `anvil_dropTransaction`',
    why: 'each as its tool',
    shown: { requests: [['hardhat_dropTransaction', noHash]], here: /^false$/, anvil: /^null$/ },
  },
  {
    method: '`evm_mine_detailed`, `anvil_mine_detailed`',
    there: 'anvil describes custom errors in `revertReason`',
    here: 'only texts and panics; all bytes are in `output`',
    why: 'the bytes of a custom error are no text',
  },
  {
    method: '`ots_getInternalOperations`',
    there: 'anvil lists the transaction itself',
    here: 'only what is inside it',
    why: 'as Erigon',
  },
  {
    method: '`debug_trace…` without a tracer',
    there: 'geth writes words of memory and storage without `0x`; `limit` counts bytes; `INVALID` has no error',
    here: 'with `0x`; `limit` counts instructions; every instruction that fails has its error',
    why: 'as the JSON-RPC specification',
  },
  {
    method: '`debug_trace…` with a name that is no tracer',
    there: 'geth takes it for JavaScript',
    here: 'an error that lists the names',
    why: 'a mistake is found sooner',
    shown: { requests: [['debug_traceCall', { to: nobody }, 'latest', { tracer: 'callTracr' }]], here: /callTracer/ },
  },
  {
    method: '`trace_transaction`, `trace_block` of what does not exist',
    there: 'anvil returns `[]`',
    here: '`null`, an error',
    why: 'as Erigon',
    shown: { requests: [['trace_transaction', noHash]], here: /^null$/, anvil: /^\[\]$/ },
  },
];
