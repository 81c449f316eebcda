// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant ABSTRACTACCOUNT_ADDRESS = 0x0000000000000000000000000000000000000d06;

/// @notice Accounts that let others act for them: keys for a time, for some purposes, up to a limit; M of N signers; guardians who name another owner after a delay.
interface IAbstractaccount {
    /// @notice An account lets other keys act for it from now on.
    event AbstractAccountCreated(address indexed account, string accountType);

    /// @notice Signers of a multisig, or the owner after a recovery, acted.
    event GroupExecution(address indexed account, address indexed by, bool success);

    /// @notice A relayer executed what a key had signed.
    event RelayedExecution(address indexed account, address indexed relayer, bool success, uint256 spent);

    /// @notice A key may act for an account.
    event SessionKeyAdded(address indexed account, string scheme, bytes pubkey, uint64 expiry);

    /// @notice A key may no longer act for an account.
    event SessionKeyRevoked(address indexed account, string scheme, bytes pubkey);

    /// @notice An account has another owner after a recovery.
    event OwnerChanged(address indexed account, address indexed newOwner);

    /// @notice A guardian names an owner of an account.
    event RecoveryApproved(address indexed account, address indexed newOwner, address guardian);

    /// @notice A recovery has ended without effect.
    event RecoveryCancelled(address indexed account);

    /// @notice Enough guardians name an owner of an account.
    event RecoveryStarted(address indexed account, address indexed newOwner, uint64 dueAt);

    /// @notice A spending rule was set or removed.
    event SpendingRulesUpdated(address indexed account, string id);

    /// @notice An account has other signers or guardians.
    event SignersChanged(address indexed account, uint8 count, uint8 threshold);

    /// @notice Let other keys act for the calling account, within rules. Its address stays what it is.
    /// @param accountType multisig, social_recovery or session_based; at most 256 bytes are decoded
    function create(string calldata accountType) external;

    /// @notice Add a rule, or replace the one of that id. Every enabled rule binds every key of the calling account; a limit of 0 is none. All coins count that leave the account while an order of the key runs, also those that come back; what an order of another key within it sends counts for that one.
    /// @param id name of the rule; at most 256 bytes are decoded
    /// @param dailyLimit most per UTC day and key (uqor)
    /// @param perTxLimit most per execution (uqor)
    /// @param enabled the rule counts
    function setSpendingRule(string calldata id, uint256 dailyLimit, uint256 perTxLimit, bool enabled) external;

    /// @notice Remove a rule of the calling account.
    /// @param id name of the rule; at most 256 bytes are decoded
    function removeSpendingRule(string calldata id) external;

    /// @notice Let a key act for the calling account until it expires. What a permission covers: send, coins by the bank module; delegate, delegations; withdraw, rewards; evm, calls of contracts; deploy, new contracts; all, these together. Anybody may name any key, so whoever holds one that another account has named registers it by registerAuthenticatorWithProof.
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey the key, or for secp256k1 its 20-byte address; at most 256 bytes are decoded
    /// @param permissions what it may do; at most 64 items are decoded, of each at most 256 bytes
    /// @param expiry since 1970, at most 30 days ahead; 0 for the default (seconds)
    /// @param label to tell it from others; at most 256 bytes are decoded
    function registerAuthenticator(string calldata scheme, bytes calldata pubkey, string[] calldata permissions, uint64 expiry, string calldata label) external;

    /// @notice registerAuthenticator with the signature of the key under the result of authenticatorDigest. It takes the key from an account that has registered it without one, and the key then signs version 2 of all digests only.
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey the key, or for secp256k1 its 20-byte address; at most 256 bytes are decoded
    /// @param permissions what it may do; at most 64 items are decoded, of each at most 256 bytes
    /// @param expiry since 1970, at most 30 days ahead; 0 for the default (seconds)
    /// @param label to tell it from others; at most 256 bytes are decoded
    /// @param proof 64 bytes, or 65 with a recovery byte: signed by the key as it signs executions; at most 256 bytes are decoded
    function registerAuthenticatorWithProof(string calldata scheme, bytes calldata pubkey, string[] calldata permissions, uint64 expiry, string calldata label, bytes calldata proof) external;

    /// @notice Take back what a key may do for the calling account.
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey the key; at most 256 bytes are decoded
    function revokeAuthenticator(string calldata scheme, bytes calldata pubkey) external;

    /// @notice What a key signs for registerAuthenticatorWithProof: `qor-authenticator-v2`, see the signed texts below.
    /// @param account the account it will act for
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey the key, or for secp256k1 its 20-byte address; at most 256 bytes are decoded
    /// @return digest sign this
    function authenticatorDigest(address account, string calldata scheme, bytes calldata pubkey) external view returns (bytes32 digest);

    /// @notice Execute an EVM message that a key of an account has signed: the caller pays the gas, the account is the sender. The key signs the result of evmDigestV2; one that was registered without a proof may sign version 1, the result of evmDigest.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param signature 64 bytes, or 65 with a recovery byte; ed25519 and secp256k1 keys sign the digest itself, a key given as an address its EIP-191 message, as wallets do; at most 256 bytes are decoded
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param nonce the account's nonce
    /// @param gasLimit for the execution
    /// @return success it succeeded
    /// @return ret what it returned
    /// @return gasUsed by the execution
    /// @return vmError why it failed
    function executeEvm(address account, string calldata scheme, bytes calldata pubkey, bytes calldata signature, string calldata to, uint256 value, bytes calldata data, uint64 nonce, uint64 gasLimit) external returns (bool success, bytes memory ret, uint64 gasUsed, string memory vmError);

    /// @notice Execute a payment that a key of an account has signed: the caller pays the gas. The key signs the result of nativeDigestV2; one that was registered without a proof may sign version 1, the result of nativeDigest.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param signature 64 bytes, or 65 with a recovery byte; ed25519 and secp256k1 keys sign the digest itself, a key given as an address its EIP-191 message, as wallets do; at most 256 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (uqor)
    /// @param nonce executions of this key so far
    function executeNative(address account, string calldata scheme, bytes calldata pubkey, bytes calldata signature, address to, uint256 amount, uint64 nonce) external;

    /// @notice What a key signs for executeEvm: `qor-evm-auth-v2`, see the signed texts below.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param nonce the account's nonce
    /// @param gasLimit for the execution
    /// @return digest sign this
    function evmDigestV2(address account, string calldata scheme, bytes calldata pubkey, string calldata to, uint256 value, bytes calldata data, uint64 nonce, uint64 gasLimit) external view returns (bytes32 digest);

    /// @notice What a key signs for executeNative: `qor-cosmos-auth-v2`, see the signed texts below.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (uqor)
    /// @param nonce executions of this key so far
    /// @return digest sign this
    function nativeDigestV2(address account, string calldata scheme, bytes calldata pubkey, address to, uint256 amount, uint64 nonce) external view returns (bytes32 digest);

    /// @notice Version 1 of what a key signs for executeEvm: SHA-256 of `qor-evm-auth-v1`, then chain id, account as qor1…, key, to, value as text and data, each behind its length, then the nonce. It names neither gas nor genesis.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param nonce the account's nonce
    /// @return digest sign this
    function evmDigest(address account, string calldata scheme, bytes calldata pubkey, string calldata to, uint256 value, bytes calldata data, uint64 nonce) external view returns (bytes32 digest);

    /// @notice Version 1 of what a key signs for executeNative: SHA-256 of `qor-cosmos-auth-v1`, then chain id, account and recipient as qor1… around the key, and the amount as text, each behind its length, then the nonce. It does not name the genesis.
    /// @param account the account that acts
    /// @param scheme ed25519 or secp256k1; at most 256 bytes are decoded
    /// @param pubkey its key, as it is registered; at most 256 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (uqor)
    /// @param nonce executions of this key so far
    /// @return digest sign this
    function nativeDigest(address account, string calldata scheme, bytes calldata pubkey, address to, uint256 amount, uint64 nonce) external view returns (bytes32 digest);

    /// @notice Name who acts for the calling account: for a multisig its signers, of whom as many as the threshold act by executeMultisig; for social_recovery its guardians, of whom as many name another owner by approveRecovery. None takes the right back. What guardians have approved before no longer counts.
    /// @param members at most 20, none twice; at most 64 items are decoded
    /// @param threshold how many of them it takes
    function setSigners(address[] calldata members, uint8 threshold) external;

    /// @notice Signers of a multisig or guardians of an account, and how many of them it takes. Empty when there are none.
    /// @param account the account
    /// @return accountType multisig, social_recovery or session_based
    /// @return owner who may act by executeAsOwner, besides the account itself
    /// @return members as they were named
    /// @return threshold how many of them it takes
    function signersOf(address account) external view returns (string memory accountType, address owner, address[] memory members, uint8 threshold);

    /// @notice Execute an EVM message that as many signers of a multisig have signed as it takes: the caller pays the gas, the account is the sender. Spending rules bind keys, not signers. A failed execution uses up the nonce.
    /// @param account the account that acts
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param nonce the account's nonce
    /// @param gasLimit for the execution
    /// @param signatures of different signers; at most 64 items are decoded, of each at most 256 bytes
    /// @return success it succeeded
    /// @return ret what it returned
    /// @return gasUsed by the execution
    /// @return vmError why it failed
    function executeMultisig(address account, string calldata to, uint256 value, bytes calldata data, uint64 nonce, uint64 gasLimit, bytes[] calldata signatures) external returns (bool success, bytes memory ret, uint64 gasUsed, string memory vmError);

    /// @notice What signers sign for executeMultisig: `qor-multisig-v2`, see the signed texts below.
    /// @param account the account that acts
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param nonce the account's nonce
    /// @param gasLimit for the execution
    /// @return digest sign this as an EIP-191 message
    function multisigDigest(address account, string calldata to, uint256 value, bytes calldata data, uint64 nonce, uint64 gasLimit) external view returns (bytes32 digest);

    /// @notice Name another owner of an account whose guardian the caller is, in place of whom the caller named before. With as many guardians as it takes, finishRecovery makes that owner after the delay of the parameters, unless the account or its owner cancels it.
    /// @param account the account to recover
    /// @param newOwner who shall act for it by executeAsOwner
    function approveRecovery(address account, address newOwner) external;

    /// @notice Make the owner that guardians have named, after the delay. Anybody may.
    /// @param account the account to recover
    function finishRecovery(address account) external;

    /// @notice End a recovery of an account, and drop what guardians have approved. For the account itself and its owner.
    /// @param account the account to recover
    function cancelRecovery(address account) external;

    /// @notice The recovery of an account that waits for the end of its delay. All zero when there is none.
    /// @param account the account to recover
    /// @return newOwner who shall act for it by executeAsOwner
    /// @return dueAt since 1970 (seconds)
    function recoveryOf(address account) external view returns (address newOwner, uint64 dueAt);

    /// @notice Execute an EVM message of an account whose owner the caller is, after a recovery: the account is the sender.
    /// @param account the account that acts
    /// @param to 0x… in lower case; empty to create a contract; at most 256 bytes are decoded
    /// @param value sent along (wei)
    /// @param data call data, or init code; at most 131072 bytes are decoded
    /// @param gasLimit for the execution
    /// @return success it succeeded
    /// @return ret what it returned
    /// @return gasUsed by the execution
    /// @return vmError why it failed
    function executeAsOwner(address account, string calldata to, uint256 value, bytes calldata data, uint64 gasLimit) external returns (bool success, bytes memory ret, uint64 gasUsed, string memory vmError);
}
