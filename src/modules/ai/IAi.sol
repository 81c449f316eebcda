// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant AI_ADDRESS = 0x0000000000000000000000000000000000000B01;

/// @notice Assesses transactions by fixed rules, one by one and together: it counts and flags, and never rejects. Contracts are looked at for single instructions that are often misused (docs of aiRiskScore), not analysed: what scores low is not thereby safe. Its routing strategy decides how a block is made of the lanes.
interface IAi {
    /// @notice A transaction stood out.
    event TransactionFlagged(address indexed sender, uint64 index, uint16 score, string flags);

    /// @notice The transactions of a block match a pattern that attacks often have. Honest ones can match it too.
    event FraudAlert(address indexed sender, string severity, string reason, uint16 score);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Signs of risk in the data of a transaction, by fixed rules. They see single instructions and selectors, not the flow of values: a contract that can be reentered, or that lets nobody sell, shows none. No sign is no proof of safety.
    /// @param txData data of a call, or creation code; at most 131072 bytes are decoded
    /// @return score basis points, 0 to 10000
    /// @return level 0 no sign found, 1 low, 2 medium, 3 high, 4 critical
    function aiRiskScore(bytes calldata txData) external view returns (uint256 score, uint8 level);
}
