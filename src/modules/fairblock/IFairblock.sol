// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant FAIRBLOCK_ADDRESS = 0x0000000000000000000000000000000000000d09;

/// @notice Configuration of threshold-encrypted transactions. Encryption is off: transactions pass through as they are.
interface IFairblock {
    /// @notice Whether transactions are encrypted until they are ordered, and with which settings.
    /// @return enabled encryption is on
    /// @return threshold key shares needed
    /// @return delay until decryption (blocks)
    /// @return maxSize bytes of an encrypted transaction
    function status() external view returns (bool enabled, uint64 threshold, uint64 delay, uint64 maxSize);
}
