/** Methods of other nodes that do not exist here: names, where `*` stands for any letters, and why. */
export const absences: readonly (readonly [names: string, why: string])[] = [
  ['anvil_impersonateSignature', 'the precompile would return something else than on the chain'],
  ['anvil_setFeeToken anvil_setValidatorFeeToken anvil_setFeeAmmLiquidity', 'for Tempo; anvil itself rejects them'],
  ['eth_submitWork eth_submitHashrate', 'there is no mining; anvil rejects them, too'],
  ['eth_resend', 'send the transaction again with a higher fee'],
  ['eth_sendRawTransactionConditional', 'nothing here orders transactions by conditions'],
  [
    'eth_callBundle eth_sendBundle eth_cancelBundle eth_sendPrivate* eth_cancelPrivateTransaction',
    'there is no builder; `eth_callMany` and `eth_simulateV1` run several transactions',
  ],
  ['eth_getBlockAccessListBy* eth_getBlockAccessListRaw', '`eth_getBlockAccessList`, `debug_getRawBlockAccessList`'],
  ['eth_getMultiProof', '`eth_getProof` for each account'],
  ['trace_blockOpcodeGas trace_transactionOpcodeGas', '`opcountTracer` of `debug_traceTransaction`'],
  ['hardhat_addCompilationResult', 'stack traces of Solidity are made by Hardhat'],
  ['debug_codeByHash debug_dbGet debug_dbAncient*', 'they read the database of that node; `eth_getCode` has the code'],
  ['debug_setHead', '`anvil_rollback`'],
  ['debug_clearTxpool admin_clearTxpool', '`anvil_dropAllTransactions`'],
  ['debug_dumpBlock debug_printBlock debug_getModifiedAccountsBy*', '`debug_accountRange` has accounts in pages'],
  ['debug_accountAt debug_accountInfoAt', '`eth_getAccount`'],
  ['debug_getRawTransactions', '`debug_getRawBlock`'],
  ['debug_chainConfig', '`eth_config`'],
  [
    'debug_preimage debug_intermediateRoots debug_getAccessibleState debug_executionWitness* debug_stateSize debug_stateRootWithUpdates debug_seedHash',
    "they read that node's tree; `eth_getProof` proves accounts and slots",
  ],
  [
    'debug_traceBadBlock debug_standardTraceBadBlockToFile debug_traceBlockFromFile debug_standardTraceBlockToFile debug_traceChain',
    'no bad blocks are kept, and no client reads or writes files of the node; `debug_traceBlockByNumber`',
  ],
  [
    'debug_*Profile* debug_*Trace debug_stacks debug_verbosity debug_vmodule debug_set* debug_get*Interval debug_chaindb* debug_freeOSMemory',
    'a client does not control the process; metrics and `debug_memStats`',
  ],
  ['admin_* miner_*', 'a client does not control the node; the configuration does'],
];

/** Why a method does not exist here; undefined when no row says it. */
export function absenceOf(method: string): string | undefined {
  return absences.find(([names]) => names.split(' ').some((name) => matches(name, method)))?.[1];
}

/** Whether a name, where `*` stands for any letters, is that of a method. */
export function matches(name: string, method: string): boolean {
  return new RegExp(`^${name.replaceAll('*', '\\w*')}$`).test(method);
}
