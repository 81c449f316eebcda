// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant PQCKEYSTATUS_ADDRESS = 0x0000000000000000000000000000000000000a02;

/// @notice Post-quantum keys of accounts: registration, rotation, migration, hybrid transactions, and the life of algorithms.
interface IPqcKeyStatus {
    /// @notice The registered key of an account.
    /// @param account account
    /// @return registered it has a key
    /// @return algorithmId of the key; 0 when it has none
    /// @return pubkey the key; empty when it has none
    function pqcKeyStatus(address account) external view returns (bool registered, uint8 algorithmId, bytes memory pubkey);
}
