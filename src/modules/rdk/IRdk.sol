// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant RDK_ADDRESS = 0x0000000000000000000000000000000000000d02;

/// @notice Rollups: their batches settled here, challenged or proven, their data, what was deposited to them, and withdrawals.
interface IRdk {
    /// @notice Somebody says that a batch is wrong.
    event BatchChallenged(string rollupId, uint64 batchIndex, address indexed challenger, uint256 bond);

    /// @notice A batch became final.
    event BatchFinalized(string rollupId, uint64 batchIndex, uint64 finalizedAtHeight);

    /// @notice A batch was rejected, and with it all that were built on it.
    event BatchRejected(string rollupId, uint64 batchIndex);

    /// @notice A batch of a rollup came in.
    event BatchSubmitted(string rollupId, uint64 batchIndex, bytes32 stateRoot, uint64 txCount);

    /// @notice The bond of a challenge went back.
    event BondReturned(string rollupId, uint64 batchIndex, address indexed challenger, uint256 bond);

    /// @notice Nobody decided a challenge in time: its batch is rejected.
    event ChallengeExpired(string rollupId, uint64 batchIndex, address indexed challenger);

    /// @notice A challenge was decided.
    event ChallengeResolved(string rollupId, uint64 batchIndex, address indexed resolver, bool fraudUpheld);

    /// @notice A deposit to a stopped rollup went back.
    event DepositRefunded(string rollupId, uint64 depositIndex, address indexed sender, uint256 amount);

    /// @notice Coins were put into the escrow of a rollup.
    event Deposited(string rollupId, uint64 depositIndex, address indexed sender, bytes recipient, uint256 amount);

    /// @notice It was decided what a stopped rollup still owes to whom.
    event ExitRootSet(string rollupId, bytes32 withdrawalsRoot);

    /// @notice A rollup got other settings.
    event RollupConfigured(string rollupId, string settlementType);

    /// @notice A rollup was created.
    event RollupCreated(string rollupId, address indexed operator, string settlementType, string profile);

    /// @notice A rollup takes no batches for now.
    event RollupPaused(string rollupId, string reason);

    /// @notice A paused rollup takes batches again.
    event RollupResumed(string rollupId);

    /// @notice A rollup ended.
    event RollupStopped(string rollupId, uint256 returned);

    /// @notice The stake of a stopped rollup went back to its creator.
    event StakeReturned(string rollupId, address indexed creator, uint256 returned);

    /// @notice A rollup lost stake because one of its batches was wrong.
    event StakeSlashed(string rollupId, uint64 batchIndex, address indexed challenger, uint256 rewarded, uint256 burned);

    /// @notice A withdrawal was paid from the escrow of a rollup.
    event WithdrawalExecuted(string rollupId, uint64 batchIndex, uint64 withdrawalIndex, address indexed recipient, uint256 amount);

    /// @notice The data of a blob was removed because its time was over.
    event DaBlobPruned(string rollupId, uint64 blobIndex, uint64 prunedAtHeight);

    /// @notice Data of a rollup was stored.
    event DaBlobStored(string rollupId, uint64 blobIndex, uint64 sizeBytes, bytes32 indexed commitment);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice The public input that the proof of a batch commits to: the lower 253 bits of `qor-rdk-batch-v3`, see the signed texts below. It is for the next batch of the rollup, whose deposits (`nextDeposits`) it names.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex index of the batch
    /// @param prevStateRoot after the last valid batch; of the first one, what is given with it
    /// @param stateRoot after this batch
    /// @param dataHash of its data; zero for none
    /// @param withdrawalsRoot of its withdrawals; zero for none
    /// @param txCount transactions in it
    /// @return input an element of the scalar field of BLS12-381
    function batchInput(string calldata rollupId, uint48 batchIndex, bytes32 prevStateRoot, bytes32 stateRoot, bytes32 dataHash, bytes32 withdrawalsRoot, uint48 txCount) external view returns (uint256 input);

    /// @notice Create a rollup as its profile describes it. One per cent of the stake is burned, the rest is held until the rollup stops.
    /// @param rollupId name of the rollup: 1 to 64 of a-z, 0-9, - and _; at most 256 bytes are decoded
    /// @param profile one of defi, gaming, nft, enterprise, custom; at most 256 bytes are decoded
    /// @param stake at least the minimum of 10,000 QOR (uqor)
    /// @param vm evm, cosmwasm (also native), svm or custom; empty for that of the profile; at most 256 bytes are decoded
    /// @return layerId layer it was registered as; empty when the name was taken there
    function createRollup(string calldata rollupId, string calldata profile, uint256 stake, string calldata vm) external returns (string memory layerId);

    /// @notice Choose how a rollup settles: optimistic with fraud, zk with snark, based with none and a based sequencer, sovereign with none. Its creator becomes the sequencer. For the creator of a rollup of profile custom, before its first batch and its first deposit.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param settlement one of optimistic, zk, based, sovereign; at most 256 bytes are decoded
    /// @param proof one of fraud, snark, stark, none; at most 256 bytes are decoded
    /// @param sequencer one of dedicated, shared, based; at most 256 bytes are decoded
    function setSettlement(string calldata rollupId, string calldata settlement, string calldata proof, string calldata sequencer) external;

    /// @notice Name who may submit batches and store their data: one account when dedicated, up to 16 when shared, none when based. For the creator, at any time.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param sequencers all of them; at most 64 items are decoded
    function setSequencers(string calldata rollupId, address[] calldata sequencers) external;

    /// @notice Give a zk rollup the key its proofs are verified with: Groth16 over BLS12-381 with one public input, points as in EIP-2537: alpha (G1), beta, gamma, delta (G2), then two G1 points. The input is the result of batchInput; docs/proofs.md shows how to make both. Its batches are final at once from then on. For the creator, before the first batch and the first deposit.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param key the key, 1152 bytes; at most 4096 bytes are decoded
    function setVerificationKey(string calldata rollupId, bytes calldata key) external;

    /// @notice Set how long a batch can be challenged and what a challenger must put up. A rollup with a shorter window or a higher bond than others begin with holds no deposits. For the creator of a rollup of profile custom, before its first batch and its first deposit.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param window from 1 to 315360000 (seconds)
    /// @param bond what a challenger puts up, above zero (uqor)
    function setChallengeTerms(string calldata rollupId, uint64 window, uint256 bond) external;

    /// @notice Describe the blocks of the rollup and where its data goes. For the creator of a rollup of profile custom, before its first batch and its first deposit.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param blockTimeMs milliseconds between its blocks, above zero
    /// @param maxTxPerBlock transactions its blocks can hold, above zero
    /// @param gasModel one of standard, eip1559, flat, subsidized; at most 256 bytes are decoded
    /// @param daBackend one of native, celestia, both; at most 256 bytes are decoded
    function setExecution(string calldata rollupId, uint32 blockTimeMs, uint32 maxTxPerBlock, string calldata gasModel, string calldata daBackend) external;

    /// @notice Settle the next batch of a rollup. Optimistic: final when nobody challenges it in the window. zk: final at once when its Groth16 proof holds, rejected when it does not; without a verification key as optimistic. Based: final after two blocks. Sovereign: kept, never final. For the sequencers; where batches are proven and the rollup holds coins, for anybody who has stored the data, when it has stopped or had no final batch for max_deposit_wait.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex one more than that of the last batch; the first is 1
    /// @param stateRoot state after the batch
    /// @param prevStateRoot state before it; zero for that after the last batch
    /// @param txCount transactions in it
    /// @param dataHash commitment of the stored blob with its data; zero for none
    /// @param withdrawalsRoot root of the withdrawals it makes; zero for none
    /// @param proof validity proof of a zk rollup: Groth16, a (G1), b (G2), c (G1) as in EIP-2537, 512 bytes; see docs/proofs.md; at most 131072 bytes are decoded
    /// @return status submitted or finalized
    function submitBatch(string calldata rollupId, uint48 batchIndex, bytes32 stateRoot, bytes32 prevStateRoot, uint48 txCount, bytes32 dataHash, bytes32 withdrawalsRoot, bytes calldata proof) external returns (string memory status);

    /// @notice Say that a batch is wrong, while its window is open. The bond moves from the caller to the module until the authority has decided; the batch and those after it wait, and the window's clock stands still. When nobody decides within challenge_decision_seconds, the batch is rejected and the bond goes back.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch
    /// @param proof what shows the fraud, for those who decide; at most 131072 bytes are decoded
    /// @return bond held (uqor)
    function challengeBatch(string calldata rollupId, uint48 batchIndex, bytes calldata proof) external returns (uint256 bond);

    /// @notice Decide a challenge. Upheld: the batch is rejected with all that were built on it, the bond goes back, and the rollup loses a part of its stake: the challenger gets a part of that, and the rest is burned. Dismissed: the bond goes to the treasury, and the window continues where it stood still. For the authority, unless it is a party: creator, sequencer or challenger.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch
    /// @param fraudUpheld whether the batch was wrong
    function resolveChallenge(string calldata rollupId, uint48 batchIndex, bool fraudUpheld) external;

    /// @notice Pay back the bond of a challenge whose batch was rejected because it was built on another rejected batch. Anybody may ask.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch
    /// @return bond paid to the challenger (uqor)
    function reclaimBond(string calldata rollupId, uint48 batchIndex) external returns (uint256 bond);

    /// @notice Put coins into the escrow of a rollup, for an account on it. They leave through withdrawals of its final batches; a deposit that no final batch covers is refunded when the rollup has stopped, and anybody may stop a rollup whose batches leave a deposit out for max_deposit_wait, or that has no final batch for that long and is not proven: then the authority says what it still owes (setExitRoot). A proven one can be continued by anybody. A batch covers the deposits made before the batch in front of it was submitted, and no later one. Only rollups whose batches are proven, from the first final one on, or can be challenged before an authority that is no party, for as long and with no higher a bond than rollups begin with, hold deposits.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param amount how much (uqor)
    /// @param recipient account on the rollup, at most 64 bytes; empty for that of the sender; at most 256 bytes are decoded
    /// @return depositIndex number of the deposit within the rollup, from 1
    function deposit(string calldata rollupId, uint256 amount, bytes calldata recipient) external returns (uint64 depositIndex);

    /// @notice Whether a rollup takes deposits now, and why not. Where batches are proven, depositors trust whoever made the setup of the verification key: who knows its secrets can prove anything.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @return allowed whether it does
    /// @return reason why not; empty when it does
    function canDeposit(string calldata rollupId) external view returns (bool allowed, string memory reason);

    /// @notice Pay a withdrawal of a final batch from the escrow of its rollup, once. Withdrawals take no more than the deposits that the last final batch covers; what exceeds them can be tried again when a later batch covers more. The root is that of a binary tree: a leaf is the SHA-256 of `qor/rdk/withdrawal/v1`, its index (8 bytes), recipient (20 bytes), amount (32 bytes) and denom; a node is the SHA-256 of the two below it, one without a sibling counting twice. Anybody may bring the withdrawal.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch; 0 for the exit root of a stopped rollup
    /// @param withdrawalIndex number of the leaf, from 0
    /// @param recipient who is paid
    /// @param denom uqor; at most 256 bytes are decoded
    /// @param amount how much (uqor)
    /// @param proof siblings of the leaf, from the leaf up; at most 64 items are decoded
    function executeWithdrawal(string calldata rollupId, uint48 batchIndex, uint48 withdrawalIndex, address recipient, string calldata denom, uint256 amount, bytes32[] calldata proof) external;

    /// @notice Pay a deposit back to who made it, when the rollup has stopped and none of its final batches covers the deposit. Anybody may ask, once all batches of the rollup are final or rejected.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param depositIndex number of the deposit, from 1
    /// @return amount paid back (uqor)
    function refundDeposit(string calldata rollupId, uint48 depositIndex) external returns (uint256 amount);

    /// @notice Say what a stopped optimistic rollup still owes to whom, beyond the withdrawals of its final batches and the deposits that are refunded: the root of a tree of withdrawals, which executeWithdrawal pays as those of batch 0. Once, for the authority, which decides challenges, unless it is a party: creator, sequencer or submitter of the last final batch.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param withdrawalsRoot root of the withdrawals
    function setExitRoot(string calldata rollupId, bytes32 withdrawalsRoot) external;

    /// @notice The deposits that the next batch of a rollup covers and, where it is proven, its proof commits to. The hash of a deposit is the SHA-256 of `qor/rdk/deposit/v1`, the hash of the one before it (zero for the first), its index (8 bytes), sender (20 bytes), amount in uqor (32 bytes) and recipient.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @return count the deposits from 1 up to this number
    /// @return hash of the last of them; zero for none
    function nextDeposits(string calldata rollupId) external view returns (uint64 count, bytes32 hash);

    /// @notice Store data of a rollup, so that a batch can refer to it by its SHA-256. For those who may submit batches. The data is removed after blob_retention_blocks; the record of it stays. A rollup with backend both has its data stored here too, unconfirmed by Celestia.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param data the data, from 1 byte to max_da_blob_size; a signed transaction has room for some 128,000; at most 2097152 bytes are decoded
    /// @param namespace free to choose, at most 32 bytes; at most 256 bytes are decoded
    /// @return blobIndex number of the blob, from 1
    /// @return commitment SHA-256 of the data: the data hash of its batch
    /// @return expiresAt height after which the data is removed (blocks)
    function submitBlob(string calldata rollupId, bytes calldata data, bytes calldata namespace) external returns (uint64 blobIndex, bytes32 commitment, uint64 expiresAt);

    /// @notice The record of a blob. All zero when there is none of that number.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param blobIndex number of the blob, from 1
    /// @return commitment SHA-256 of the data
    /// @return size bytes of the data
    /// @return height height of this chain it was stored at
    /// @return expiresAt height after which the data is removed (blocks)
    /// @return pruned whether the data is removed
    function blobOf(string calldata rollupId, uint48 blobIndex) external view returns (bytes32 commitment, uint64 size, uint64 height, uint64 expiresAt, bool pruned);

    /// @notice The data of a blob that is not pruned.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param blobIndex number of the blob, from 1
    /// @return data as it was submitted
    function blobContent(string calldata rollupId, uint48 blobIndex) external view returns (bytes memory data);

    /// @notice Take no batches and deposits of the rollup for now. Batches that came before can still become final, and withdrawals are paid. For its creator.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param reason for people, at most 256 bytes; at most 512 bytes are decoded
    function pauseRollup(string calldata rollupId, string calldata reason) external;

    /// @notice Let a paused rollup take batches again. For its creator.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    function resumeRollup(string calldata rollupId) external;

    /// @notice End the rollup for ever. Batches that came before can still become final; then its stake, less what was burned and slashed, is paid back. Withdrawals are paid, and deposits that no final batch covers are refunded. For its creator.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @return returned paid to the creator now; 0 while batches can still become final (uqor)
    function stopRollup(string calldata rollupId) external returns (uint256 returned);

    /// @notice End a rollup that has left a deposit waiting for max_deposit_wait: no batch of it that is final or can become final covers the deposit. Where one covers it that is not final, the wait is longer by the challenge window and two times challenge_decision_seconds: batches that are rejected again and again must not keep a deposit. A deposit that a final batch covers shows the same of a rollup that is not proven and holds coins: so long after its last final batch. Anybody may, so that depositors get back what its sequencer does not take. The rest is as with stopRollup.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param depositIndex number of the deposit, from 1
    /// @return returned paid to the creator now; 0 while batches can still become final (uqor)
    function stopAbandonedRollup(string calldata rollupId, uint48 depositIndex) external returns (uint256 returned);

    /// @notice How far a rollup has come. All zero when there is none of that name.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @return creator who created it
    /// @return status pending, active, paused or stopped
    /// @return settlement optimistic, zk, based or sovereign
    /// @return totalBatches batches ever submitted
    /// @return lastFinalizedBatch number of the last final batch
    /// @return finalStateRoot state after it
    /// @return escrow deposited and not withdrawn (uqor)
    function rollupOf(string calldata rollupId) external view returns (address creator, string memory status, string memory settlement, uint64 totalBatches, uint64 lastFinalizedBatch, bytes32 finalStateRoot, uint256 escrow);

    /// @notice A batch of a rollup. All zero when there is none of that number.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch
    /// @return status submitted, challenged, finalized or rejected
    /// @return stateRoot state after it
    /// @return withdrawalsRoot root of its withdrawals
    /// @return finalizedAt height; 0 when it is not final
    function batchOf(string calldata rollupId, uint48 batchIndex) external view returns (string memory status, bytes32 stateRoot, bytes32 withdrawalsRoot, uint64 finalizedAt);

    /// @notice Whether a withdrawal is paid.
    /// @param rollupId name of the rollup; at most 256 bytes are decoded
    /// @param batchIndex number of the batch
    /// @param withdrawalIndex number of the leaf
    /// @return paid whether it is
    function isWithdrawn(string calldata rollupId, uint48 batchIndex, uint48 withdrawalIndex) external view returns (bool paid);

    /// @notice The profile that fits a description best. Goes by fixed keywords.
    /// @param useCase what the rollup is for, at most 4000 characters; at most 16000 bytes are decoded
    /// @return profile one of defi, gaming, nft, enterprise, custom
    /// @return confidence how clear the choice is, in per cent; 0 for the default
    /// @return reasoning words it went by, and what the profile means
    /// @return alternative second choice
    function suggestProfile(string calldata useCase) external view returns (string memory profile, uint8 confidence, string memory reasoning, string memory alternative);
}
