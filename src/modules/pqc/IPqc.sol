// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant PQC_ADDRESS = 0x0000000000000000000000000000000000000a03;

/// @notice Post-quantum keys of accounts: registration, rotation, migration, hybrid transactions, and the life of algorithms.
interface IPqc {
    /// @notice An account registered a key.
    event KeyRegistered(address indexed account, uint8 algorithmId, string keyType);

    /// @notice An account replaced its key.
    event KeyRotated(address indexed account, uint8 algorithmId);

    /// @notice An account moved its key to another algorithm.
    event KeyMigrated(address indexed account, uint8 fromAlgorithmId, uint8 toAlgorithmId);

    /// @notice An account switched its protection on or off.
    event ProtectionChanged(address indexed account, bool on);

    /// @notice A hybrid transaction succeeded, whose post-quantum signature was verified. One that does not verify is in no block.
    event HybridVerified(address indexed account, uint8 algorithmId, uint8 mode);

    /// @notice An algorithm entered another part of its life.
    event AlgorithmChanged(uint8 indexed id, string status, string reason);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Register the post-quantum key of the calling account.
    /// @param algorithmId 1 for ML-DSA-87
    /// @param publicKey the key: 2592 bytes for ML-DSA-87; empty for classical_only; at most 8192 bytes are decoded
    /// @param ecdsaPublicKey classical key kept beside it; may be empty; at most 256 bytes are decoded
    /// @param keyType hybrid, pqc_only or classical_only; at most 256 bytes are decoded
    function registerKey(uint8 algorithmId, bytes calldata publicKey, bytes calldata ecdsaPublicKey, string calldata keyType) external;

    /// @notice Replace the registered key by another of the same algorithm. Both keys sign the result of rotationDigest, or version 1, the text `qor-pqc-rotate-v1|chainId|algorithmId|account|oldKeyHex|newKeyHex`, the account as qor1….
    /// @param newKey the new key; at most 8192 bytes are decoded
    /// @param oldSignature by the registered key; at most 8192 bytes are decoded
    /// @param newSignature by the new key; at most 8192 bytes are decoded
    function rotateKey(bytes calldata newKey, bytes calldata oldSignature, bytes calldata newSignature) external;

    /// @notice Move the registered key to the algorithm that replaces its own. Both keys sign the result of migrationDigest. Version 1, the text `migrate:<account>`, names neither the new key nor the network: it counts in a hybrid transaction only, which the registered key has signed.
    /// @param newKey the new key; at most 8192 bytes are decoded
    /// @param newAlgorithmId its algorithm
    /// @param oldSignature by the registered key; at most 8192 bytes are decoded
    /// @param newSignature by the new key; at most 8192 bytes are decoded
    function migrateKey(bytes calldata newKey, uint8 newAlgorithmId, bytes calldata oldSignature, bytes calldata newSignature) external;

    /// @notice What both keys sign for rotateKey: `qor-pqc-rotate-v2`, see the signed texts below.
    /// @param account whose key changes
    /// @param newKey the new key; at most 8192 bytes are decoded
    /// @return digest both keys sign this
    function rotationDigest(address account, bytes calldata newKey) external view returns (bytes32 digest);

    /// @notice What both keys sign for migrateKey: `qor-pqc-migrate-v2`, see the signed texts below.
    /// @param account whose key changes
    /// @param newKey the new key; at most 8192 bytes are decoded
    /// @param newAlgorithmId its algorithm
    /// @return digest both keys sign this
    function migrationDigest(address account, bytes calldata newKey, uint8 newAlgorithmId) external view returns (bytes32 digest);

    /// @notice Protect the calling account: from then on it acts by hybrid transactions only, so that its ECDSA key alone moves nothing. Once on, only a hybrid transaction switches it off.
    /// @param on true to protect, false to end it
    function protect(bool on) external;

    /// @notice Add a signature algorithm. Only the authority.
    /// @param id number of the algorithm
    /// @param name name of it; at most 256 bytes are decoded
    /// @param scheme ml-dsa-44, ml-dsa-65 or ml-dsa-87; at most 256 bytes are decoded
    function addAlgorithm(uint8 id, string calldata name, string calldata scheme) external;

    /// @notice Begin the migration from one algorithm to another: the old one takes no new keys, and when the migration ends it only verifies. Only the authority.
    /// @param id number of the algorithm
    /// @param migrationBlocks how long keys can migrate; 0 for the default (blocks)
    /// @param replacementId the algorithm that replaces it
    function deprecateAlgorithm(uint8 id, uint64 migrationBlocks, uint8 replacementId) external;

    /// @notice Switch an algorithm off at once, in an emergency. Only the authority.
    /// @param id number of the algorithm
    /// @param reason why; at most 256 bytes are decoded
    function disableAlgorithm(uint8 id, string calldata reason) external;
}
