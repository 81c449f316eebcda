// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant QCA_ADDRESS = 0x0000000000000000000000000000000000000d0e;

/// @notice Composite proof of stake: three pools of validators, the bonding curve, and penalties that grow with repetition.
interface IQca {
    /// @notice A validator moved to another pool.
    event PoolAssigned(address indexed validator, string pool);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice The pool a validator was put into.
    /// @param validator operator of the validator
    /// @return pool rpos, dpos, pos or unclassified
    function poolOf(address validator) external view returns (string memory pool);

    /// @notice What a stake is worth on the bonding curve.
    /// @param stake staked (uqor)
    /// @param loyalty how long (blocks)
    /// @param reputation times 10^18
    /// @return reward worth (uqor)
    function bondingReward(uint256 stake, uint64 loyalty, uint256 reputation) external view returns (uint256 reward);

    /// @notice The validator that the draw by pool, reputation and stake chooses for this block. A node alone makes every block itself, whoever is drawn.
    /// @return validator its operator
    function drawProposer() external view returns (address validator);

    /// @notice What the vote of an account weighs by its stake, its xQORE and its reputation as a validator. Of more than a hundred delegations, only those with active validators may count.
    /// @param account who votes
    /// @return power times 10^18
    function votingPower(address account) external view returns (uint256 power);
}
