// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant REPUTATION_ADDRESS = 0x0000000000000000000000000000000000000D0D;

/// @notice Scores validators by stake, signatures, contribution and age.
interface IReputation {
    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Reputation of a validator; 0 when no block was voted on by it.
    /// @param validator operator of the validator
    /// @return score times 10^18: 1 is the best
    function scoreOf(address validator) external view returns (uint256 score);
}
