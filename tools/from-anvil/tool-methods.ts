/** Words of text, per namespace → names of methods. */
function methodsOf(words: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(words).flatMap(([namespace, text]) =>
    text
      .trim()
      .split(/\s+/)
      .map((name) => `${namespace}_${name}`),
  );
}

/**
 * The methods of other nodes for clients, by their sources: anvil 1.7.1, Hardhat 2 (edr_provider), reth 2.5.1 without
 * those of builders and consensus clients, go-ethereum 1.16.8 likewise. The test asks anvil for each of its methods.
 */
export const toolMethods = {
  anvil: methodsOf({
    anvil: `
      addBalance autoImpersonateAccount dealERC20 dropAllTransactions dropTransaction dumpState getAutomine
      getBlobByHash getBlobsByTransactionHash getGenesisTime getIntervalMining impersonateAccount
      impersonateSignature increaseTime loadState metadata mine mine_detailed nodeInfo removeBlockTimestampInterval
      removePoolTransactions reorg reset revert rollback setAutomine setBalance setBlockGasLimit
      setBlockTimestampInterval setChainId setCode setCoinbase setERC20Allowance setERC20Balance setFeeAmmLiquidity
      setFeeToken setIntervalMining setLoggingEnabled setMinGasPrice setNextBlockBaseFeePerGas
      setNextBlockTimestamp setNonce setRpcUrl setStorageAt setTime setValidatorFeeToken snapshot
      stopImpersonatingAccount`,
    debug: `
      codeByHash dbGet getRawTransaction traceBlockByHash traceBlockByNumber traceCall traceTransaction`,
    erigon: `
      getHeaderByNumber`,
    eth: `
      subscribe unsubscribe
      accounts blobBaseFee blockNumber call chainId coinbase config createAccessList estimateGas feeHistory
      fillTransaction gasPrice getAccount getAccountInfo getBalance getBlockByHash getBlockByNumber
      getBlockReceipts getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges
      getFilterLogs getLogs getProof getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex
      getRawTransactionByHash getStorageAt getStorageValues getTransactionByBlockHashAndIndex
      getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionBySenderAndNonce getTransactionCount
      getTransactionReceipt getUncleByBlockHashAndIndex getUncleByBlockNumberAndIndex getUncleCountByBlockHash
      getUncleCountByBlockNumber getWork hashrate maxPriorityFeePerGas networkId newBlockFilter newFilter
      newPendingTransactionFilter protocolVersion requestAccounts sendRawTransaction sendRawTransactionSync
      sendTransaction sendTransactionSync sendUnsignedTransaction sign signTransaction signTypedData
      signTypedData_v3 signTypedData_v4 simulateV1 submitHashrate submitWork syncing uninstallFilter`,
    evm: `
      increaseTime mine mine_detailed revert setAccountNonce setAutomine setBlockGasLimit setIntervalMining
      setNextBlockTimestamp setTime snapshot`,
    hardhat: `
      addBalance autoImpersonateAccount dealERC20 dropAllTransactions dropTransaction dumpState getAutomine
      impersonateAccount loadState metadata mine reset setBalance setCode setCoinbase setLoggingEnabled
      setMinGasPrice setNextBlockBaseFeePerGas setNonce setStorageAt stopImpersonatingAccount`,
    net: `
      listening version`,
    ots: `
      getApiLevel getBlockDetails getBlockDetailsByHash getBlockTransactions getContractCreator
      getInternalOperations getTransactionBySenderAndNonce getTransactionError hasCode searchTransactionsAfter
      searchTransactionsBefore traceTransaction`,
    personal: `
      sign`,
    tenderly: `
      addBalance setBalance`,
    trace: `
      block filter replayBlockTransactions transaction`,
    txpool: `
      content inspect status`,
    web3: `
      clientVersion sha3`,
  }),
  Hardhat: methodsOf({
    debug: `
      traceCall traceTransaction`,
    eth: `
      accounts blobBaseFee blockNumber call chainId coinbase estimateGas feeHistory gasPrice getBalance
      getBlockByHash getBlockByNumber getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode
      getFilterChanges getFilterLogs getLogs getProof getStorageAt getTransactionByBlockHashAndIndex
      getTransactionByBlockNumberAndIndex getTransactionByHash getTransactionCount getTransactionReceipt
      maxPriorityFeePerGas newBlockFilter newFilter newPendingTransactionFilter pendingTransactions
      sendRawTransaction sendTransaction sign signTypedData_v4 subscribe syncing uninstallFilter unsubscribe`,
    evm: `
      increaseTime mine revert setAutomine setBlockGasLimit setIntervalMining setNextBlockTimestamp snapshot`,
    hardhat: `
      addCompilationResult dropTransaction getAutomine impersonateAccount metadata mine reset setBalance setCode
      setCoinbase setLoggingEnabled setMinGasPrice setNextBlockBaseFeePerGas setNonce setPrevRandao setStorageAt
      stopImpersonatingAccount`,
    net: `
      version`,
    personal: `
      sign`,
    web3: `
      clientVersion sha3`,
  }),
  reth: methodsOf({
    admin: `
      addPeer addTrustedPeer banPeer clearTxpool nodeInfo peers removePeer removeTrustedPeer unbanPeer`,
    debug: `
      accountAt accountInfoAt accountRange chainConfig chaindbCompact chaindbProperty clearTxpool codeByHash
      dbAncient dbAncients dbGet dumpBlock executionWitness executionWitnessByBlockHash freeOSMemory gcStats
      getAccessibleState getBadBlocks getModifiedAccountsByHash getModifiedAccountsByNumber getRawBlock
      getRawBlockAccessList getRawHeader getRawReceipts getRawTransaction getRawTransactions intermediateRoots
      memStats preimage printBlock seedHash setGCPercent setHead setTrieFlushInterval standardTraceBadBlockToFile
      standardTraceBlockToFile stateRootWithUpdates storageRangeAt traceBadBlock traceBlock traceBlockByHash
      traceBlockByNumber traceCall traceCallMany traceChain traceTransaction`,
    erigon: `
      getHeaderByNumber`,
    eth: `
      accounts baseFee blobBaseFee blockNumber call callBundle callMany cancelBundle cancelPrivateTransaction
      capabilities chainId coinbase config createAccessList estimateGas feeHistory fillTransaction gasPrice
      getAccount getAccountInfo getBalance getBlockAccessList getBlockAccessListByBlockHash
      getBlockAccessListByBlockNumber getBlockAccessListRaw getBlockByHash getBlockByNumber getBlockReceipts
      getBlockTransactionCountByHash getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs
      getHeaderByHash getHeaderByNumber getLogs getMultiProof getProof getRawTransactionByBlockHashAndIndex
      getRawTransactionByBlockNumberAndIndex getRawTransactionByHash getStorageAt getStorageValues
      getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex getTransactionByHash
      getTransactionBySenderAndNonce getTransactionCount getTransactionReceipt getUncleByBlockHashAndIndex
      getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber getWork hashrate
      maxPriorityFeePerGas mining newBlockFilter newFilter newPendingTransactionFilter pendingTransactions
      protocolVersion sendBundle sendPrivateRawTransaction sendPrivateTransaction sendRawTransaction
      sendRawTransactionConditional sendRawTransactionSync sendTransaction sign signTransaction signTypedData
      simulateV1 submitHashrate submitWork subscribe syncing uninstallFilter unsubscribe`,
    miner: `
      setExtra setGasLimit setGasPrice`,
    net: `
      listening peerCount version`,
    ots: `
      getApiLevel getBlockDetails getBlockDetailsByHash getBlockTransactions getContractCreator
      getInternalOperations getTransactionBySenderAndNonce getTransactionError hasCode searchTransactionsAfter
      searchTransactionsBefore traceTransaction`,
    rpc: `
      modules`,
    trace: `
      block blockOpcodeGas call callMany filter get rawTransaction replayBlockTransactions replayTransaction
      transaction transactionOpcodeGas`,
    txpool: `
      content contentFrom inspect status`,
    web3: `
      clientVersion sha3`,
  }),
  geth: methodsOf({
    admin: `
      addPeer addTrustedPeer datadir exportChain importChain nodeInfo peers removePeer removeTrustedPeer startHTTP
      startRPC startWS stopHTTP stopRPC stopWS`,
    debug: `
      accountRange blockProfile chaindbCompact chaindbProperty cpuProfile dbAncient dbAncients dbGet dumpBlock
      executionWitness executionWitnessByHash freeOSMemory gcStats getAccessibleState getBadBlocks
      getModifiedAccountsByHash getModifiedAccountsByNumber getRawBlock getRawHeader getRawReceipts
      getRawTransaction getTrieFlushInterval goTrace intermediateRoots memStats mutexProfile preimage printBlock
      setBlockProfileRate setGCPercent setHead setMemoryLimit setMutexProfileFraction setTrieFlushInterval stacks
      standardTraceBadBlockToFile standardTraceBlockToFile startCPUProfile startGoTrace stateSize stopCPUProfile
      stopGoTrace storageRangeAt traceBadBlock traceBlock traceBlockByHash traceBlockByNumber traceBlockFromFile
      traceCall traceChain traceTransaction verbosity vmodule writeBlockProfile writeMemProfile writeMutexProfile`,
    eth: `
      accounts blobBaseFee blockNumber call chainId config createAccessList estimateGas feeHistory fillTransaction
      gasPrice getBalance getBlockByHash getBlockByNumber getBlockReceipts getBlockTransactionCountByHash
      getBlockTransactionCountByNumber getCode getFilterChanges getFilterLogs getHeaderByHash getHeaderByNumber
      getLogs getProof getRawTransactionByBlockHashAndIndex getRawTransactionByBlockNumberAndIndex
      getRawTransactionByHash getStorageAt getTransactionByBlockHashAndIndex getTransactionByBlockNumberAndIndex
      getTransactionByHash getTransactionCount getTransactionReceipt getUncleByBlockHashAndIndex
      getUncleByBlockNumberAndIndex getUncleCountByBlockHash getUncleCountByBlockNumber maxPriorityFeePerGas
      newBlockFilter newFilter newPendingTransactionFilter pendingTransactions resend sendRawTransaction
      sendRawTransactionSync sendTransaction sign signTransaction simulateV1 subscribe syncing uninstallFilter
      unsubscribe`,
    miner: `
      setExtra setGasLimit setGasPrice`,
    net: `
      listening peerCount version`,
    rpc: `
      modules`,
    txpool: `
      content contentFrom inspect status`,
    web3: `
      clientVersion sha3`,
  }),
} as const;

export type Tool = keyof typeof toolMethods;
