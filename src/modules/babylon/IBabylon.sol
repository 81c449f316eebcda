// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant BABYLON_ADDRESS = 0x0000000000000000000000000000000000000d05;

/// @notice Bitcoin staking, off unless switched on: positions of bitcoin that stays on Bitcoin, and checkpoints of this chain there. No coin of this chain moves. What happened on Bitcoin is not checked here: the authority and the attesters in the parameters are trusted to report it.
interface IBabylon {
    /// @notice A staking transaction was seen on Bitcoin.
    event BtcAttest(address indexed staker, address indexed attester, bytes32 btcTxHash, uint64 amountSatoshis, uint64 btcHeight);

    /// @notice A checkpoint was submitted, confirmed or finalized.
    event BtcCheckpoint(uint64 indexed epoch, bytes32 btcBlockHash, uint64 btcBlockHeight, bytes32 stateRoot, string status);

    /// @notice An epoch ended.
    event BabylonEpochComplete(uint64 indexed epoch, uint64 totalStaked, uint64 activePositions, uint64 validatorCount, bool isCheckpoint);

    /// @notice The known height of Bitcoin was too high.
    event BtcHeightCorrect(uint64 from, uint64 to);

    /// @notice A position began.
    event BtcRestake(address indexed staker, address indexed validator, uint64 positionId, bytes32 btcTxHash, uint64 amountSatoshis);

    /// @notice A position is on its way out.
    event BtcUnbond(address indexed staker, uint64 positionId, uint64 unbondingHeight);

    /// @notice A position was released.
    event BtcWithdraw(address indexed staker, uint64 positionId);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Report that a transaction on Bitcoin locks an amount for a staker. Only for the authority and the attesters, whom the chain trusts. They wait until the block cannot change any more. Each of them has one report of a transaction, and may replace its own until a position uses it, never that of another: what most of them say stands, and what was said first where as many say otherwise. The same report of another attester confirms it, which large stakes need, disputed transactions, and small ones when too much stands on few attesters already.
    /// @param btcTxHash id of the staking transaction, as Bitcoin explorers show it
    /// @param amountSatoshis what it locks (sat)
    /// @param staker who staked
    /// @param btcHeight height of its Bitcoin block
    function attestStake(bytes32 btcTxHash, uint64 amountSatoshis, address staker, uint48 btcHeight) external;

    /// @notice Put bitcoin that the caller has staked on Bitcoin behind a validator here. Its transaction must be attested for the caller and that amount, and can be used once. Above large_stake_amount it takes large_stake_attesters, and so does a transaction that attesters dispute, and whatever would make all positions together that fewer have seen more than that: one attester alone can only make up so much, however it splits it. It counts in the figures of the validator; no vote and no reward comes with it.
    /// @param btcTxHash id of the staking transaction, as Bitcoin explorers show it
    /// @param amountSatoshis what it locks (sat)
    /// @param validator operator of the validator
    /// @return positionId the position
    function restake(bytes32 btcTxHash, uint64 amountSatoshis, address validator) external returns (uint64 positionId);

    /// @notice End an active position: it is released when Bitcoin has grown by the unbonding period from the highest block that this chain knows of. For its staker, and for attesters that saw the bitcoin move: as many as had seen the stake, but no more than large_stake_attesters; until then nothing changes and the height is 0. Once more for one that waits for a height that is too high, after attesters have corrected the known one.
    /// @param positionId the position
    /// @return unbondingHeight Bitcoin height of the release; 0 when more attesters must say so
    function unbond(uint48 positionId) external returns (uint64 unbondingHeight);

    /// @notice Report that a Bitcoin block carries a state of this chain: that after the block in the snapshot of an epoch. Only for the authority and the attesters, whom the chain trusts; anybody can compare. It is confirmed and finalized as Bitcoin grows above it.
    /// @param epoch an ended epoch with a snapshot, above that of the last checkpoint
    /// @param btcBlockHash the Bitcoin block, as explorers show it
    /// @param btcBlockHeight its height, above that of the last checkpoint
    /// @param stateRoot the state root of this chain that it carries
    function submitCheckpoint(uint48 epoch, bytes32 btcBlockHash, uint48 btcBlockHeight, bytes32 stateRoot) external;

    /// @notice Say that Bitcoin has no block above a height below the known one, which one attester alone can raise. When large_stake_attesters have said so within a day, the known height falls to the lowest height that so many of them do not exceed, and checkpoints in blocks above it are dropped. Only for the authority and the attesters.
    /// @param btcHeight the highest block of Bitcoin
    /// @return corrected enough have said so
    function correctHeight(uint48 btcHeight) external returns (bool corrected);

    /// @notice Whether Bitcoin staking is on, and how far it has come.
    /// @return enabled it is on
    /// @return epoch the running epoch
    /// @return btcHeight highest Bitcoin block that was reported; 0 before the first
    /// @return checkpointEpoch epoch of the last checkpoint; 0 before the first
    /// @return totalStaked in active positions (sat)
    /// @return activePositions positions
    function status() external view returns (bool enabled, uint64 epoch, uint64 btcHeight, uint64 checkpointEpoch, uint64 totalStaked, uint64 activePositions);

    /// @notice The newest position of a staker that is not withdrawn, else the newest of all. All empty when there is none.
    /// @param staker who staked
    /// @return positionId the position
    /// @return btcTxHash the staking transaction
    /// @return amountSatoshis staked (sat)
    /// @return status active, unbonding or withdrawn
    /// @return unbondingHeight Bitcoin height of the release; 0 while it is active
    /// @return validator operator of the validator
    function positionOf(address staker) external view returns (uint64 positionId, bytes32 btcTxHash, uint64 amountSatoshis, string memory status, uint64 unbondingHeight, address validator);

    /// @notice The checkpoint of an epoch. All empty when there is none.
    /// @param epoch number of the epoch
    /// @return btcBlockHash the Bitcoin block
    /// @return btcBlockHeight its height
    /// @return stateRoot the state root of this chain that it carries
    /// @return status pending, confirmed or finalized
    function checkpointOf(uint48 epoch) external view returns (bytes32 btcBlockHash, uint64 btcBlockHeight, bytes32 stateRoot, string memory status);

    /// @notice What active positions have put behind a validator.
    /// @param validator operator of the validator
    /// @return totalStaked of them all (sat)
    /// @return activePositions positions
    function stakeOf(address validator) external view returns (uint64 totalStaked, uint64 activePositions);
}
