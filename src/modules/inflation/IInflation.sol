// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant INFLATION_ADDRESS = 0x0000000000000000000000000000000000000d0c;

/// @notice Mints the emission of every epoch, up to the cap, for those who stake.
interface IInflation {
    /// @notice An epoch ended and its emission was minted.
    event EpochMinted(uint64 indexed epoch, uint256 mintedAmount, uint256 inflationRate);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Where emission stands.
    /// @return epoch epochs since genesis
    /// @return totalMinted since genesis (uqor)
    /// @return nextEmission what the running epoch will mint (uqor)
    function emission() external view returns (uint64 epoch, uint256 totalMinted, uint256 nextEmission);
}
