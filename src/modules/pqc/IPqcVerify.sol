// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant PQCVERIFY_ADDRESS = 0x0000000000000000000000000000000000000a01;

/// @notice Post-quantum keys of accounts: registration, rotation, migration, hybrid transactions, and the life of algorithms.
interface IPqcVerify {
    /// @notice Whether an ML-DSA-87 signature is right.
    /// @param pubkey 2592 bytes; at most 8192 bytes are decoded
    /// @param signature 4627 bytes; at most 8192 bytes are decoded
    /// @param message what was signed; at most 131072 bytes are decoded
    /// @return valid it is
    function pqcVerify(bytes calldata pubkey, bytes calldata signature, bytes calldata message) external view returns (bool valid);
}
