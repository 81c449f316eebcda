// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant BRIDGE_ADDRESS = 0x0000000000000000000000000000000000000D03;

/// @notice Assets of other chains, here and back: attested by validators, within limits, behind a circuit breaker.
interface IBridge {
    /// @notice A bridged asset changed hands here.
    event BridgeTransfer(address indexed from, address indexed to, string chainId, string asset, uint256 amount);

    /// @notice A bridge validator attested an operation.
    event BridgeAttestation(string operationId, address indexed validator, string eventType, string txHash);

    /// @notice A deposit was claimed and waits for attestations.
    event BridgeDeposit(string operationId, string chainId, address indexed sender, address indexed recipient, string asset, uint256 amount, string txHash);

    /// @notice A deposit or withdrawal was completed.
    event BridgeOperationExecuted(string operationId, string operationType, string chainId, address indexed sender, string recipient, string asset, uint256 amount, string txHash);

    /// @notice The ML-DSA-87 signatures of an operation reached the threshold.
    event BridgePqcVerification(string operationId, uint32 signatures, uint32 threshold);

    /// @notice An asset is to be released on another chain.
    event BridgeWithdraw(string operationId, string chainId, address indexed sender, string recipient, string asset, uint256 amount, uint256 fee);

    /// @notice The admin changed the configuration of a chain.
    event BridgeChainUpdated(string chainId, string status);

    /// @notice Nobody decided about a challenged operation in time: it was cancelled.
    event BridgeChallengeExpired(string operationId);

    /// @notice The admin decided about a challenged operation.
    event BridgeChallengeResolved(string operationId, bool isValid, string reason);

    /// @notice Transfers of a chain continue.
    event BridgeCircuitBreakerReset(string chainId);

    /// @notice Transfers of a chain were stopped.
    event BridgeCircuitBreakerTrip(string chainId, string reason);

    /// @notice An operation was frozen.
    event BridgeOperationChallenged(string operationId, address indexed challenger, string reason);

    /// @notice An attested deposit could not be executed.
    event BridgeOperationDelayed(string operationId, string reason, uint64 retryAt);

    /// @notice A bridge validator registered its key.
    event BridgeValidatorRegistered(address indexed validator, string[] supportedChains);

    /// @notice The admin suspended a bridge validator, or let it back.
    event BridgeValidatorStatus(address indexed validator, bool active);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Claim an asset that was locked on another chain. It is minted once enough bridge validators have attested the lock, with two thirds of the bonded power of the active set, a large one after its challenge period if their attestations still count then. Anybody may bring a claim for anybody, and further signatures of bridge validators to a claim.
    /// @param chain name of the other chain, such as ethereum; at most 256 bytes are decoded
    /// @param txHash transaction there that locked the asset, 1 to 128 visible characters without |; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @param amount how much, in millionths of the asset
    /// @param validatorSigs attestations there are already: of each the validator (20 bytes) and its signature (4627 bytes); at most 64 items are decoded, of each at most 8192 bytes
    /// @param pqcCommitment kept with the operation, at most 64 bytes; at most 256 bytes are decoded
    /// @param receiver who gets it; the zero address for the caller
    /// @return operationId id of the operation
    function deposit(string calldata chain, string calldata txHash, string calldata asset, uint256 amount, bytes[] calldata validatorSigs, bytes calldata pqcCommitment, address receiver) external returns (string memory operationId);

    /// @notice Give a bridged asset back and have it released on its chain. The module keeps it until enough bridge validators, with two thirds of the bonded power, attest the release, then destroys it. The fee is burned.
    /// @param chain name of the other chain, such as ethereum; at most 256 bytes are decoded
    /// @param destinationAddress who gets it there, in the spelling of that chain; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @param amount how much, in millionths of the asset
    /// @return operationId id of the operation
    function withdraw(string calldata chain, string calldata destinationAddress, string calldata asset, uint256 amount) external returns (string memory operationId);

    /// @notice Give a bridged asset to another account of this chain, but none of the chain itself.
    /// @param chain chain the asset comes from, such as ethereum; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @param to who gets it
    /// @param amount how much, in millionths of the asset
    function transfer(string calldata chain, string calldata asset, address to, uint256 amount) external;

    /// @notice Attest that an asset was locked (deposit) or released (withdrawal_complete) on another chain. Only for its bridge validators; the ML-DSA-87 signature is over the result of attestationDigest. Version 1, the text chain|event|operation|tx|amount|asset, counts too: the id in it belongs to one network.
    /// @param chain name of the other chain; at most 256 bytes are decoded
    /// @param eventType deposit or withdrawal_complete; at most 256 bytes are decoded
    /// @param operationId id of the operation; at most 256 bytes are decoded
    /// @param txHash transaction there; at most 256 bytes are decoded
    /// @param amount millionths of the asset
    /// @param asset name of the asset; at most 256 bytes are decoded
    /// @param proof of the deposit, where the chain has a verifier; see setVerifierBootstrap; at most 4096 bytes are decoded
    /// @param pqcSignature ML-DSA-87 signature, 4627 bytes; at most 8192 bytes are decoded
    /// @return status of the operation: pending, attested, executed or failed
    function attest(string calldata chain, string calldata eventType, string calldata operationId, string calldata txHash, uint256 amount, string calldata asset, bytes calldata proof, bytes calldata pqcSignature) external returns (string memory status);

    /// @notice Execute an attested deposit now that failed on a limit or waited while its chain was closed, or an operation whose attestations suffice since the active set has changed. Anybody may; after three automatic retries of a deposit only the admin.
    /// @param operationId id of the operation; at most 256 bytes are decoded
    function retryOperation(string calldata operationId) external;

    /// @notice Freeze an operation until the admin decides. A bridge validator of its chain may while its challenge period lasts; the admin may until it has ended, also to cancel a withdrawal that cannot be released. When nobody decides within challenge_decision_secs, the operation is cancelled.
    /// @param operationId id of the operation; at most 256 bytes are decoded
    /// @param reason why, at most 200 bytes; at most 256 bytes are decoded
    function challengeOperation(string calldata operationId, string calldata reason) external;

    /// @notice Decide about a challenged operation: it continues, or it is cancelled. A cancelled withdrawal is given back, less the fee; the transaction of a cancelled deposit can be claimed for another account. Only for the admin.
    /// @param operationId id of the operation; at most 256 bytes are decoded
    /// @param isValid true: it continues; false: it is cancelled
    /// @param reason why, at most 200 bytes; at most 256 bytes are decoded
    function resolveChallenge(string calldata operationId, bool isValid, string calldata reason) external;

    /// @notice Become a bridge validator, or change the key or the chains. For operators of validators in the active set: who leaves it no longer attests. With a new key, earlier attestations of open operations no longer count. Validators with the same key count as one.
    /// @param pqcPubkey ML-DSA-87 public key, 2592 bytes; at most 8192 bytes are decoded
    /// @param supportedChains chains it attests for, 1 to 25; at most 64 items are decoded, of each at most 256 bytes
    function registerValidator(bytes calldata pqcPubkey, string[] calldata supportedChains) external;

    /// @notice Suspend a bridge validator, so that its attestations no longer count, or let it back. Only for the admin.
    /// @param validator whom it is about
    /// @param active false to suspend
    function setValidatorStatus(address validator, bool active) external;

    /// @notice Change the configuration of a chain; what is left empty stays. A chain opens when its status becomes active. Only for the admin.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param bridgeContract contract of the bridge there; empty to keep; at most 256 bytes are decoded
    /// @param confirmations blocks there that a transfer needs; 0 to keep
    /// @param architecture of an IBC chain: ibc_classic or ibc_eureka_v2; empty to keep; at most 256 bytes are decoded
    /// @param status active, paused or pending; empty to keep; at most 256 bytes are decoded
    /// @param verifier none or ed25519; empty to keep; at most 256 bytes are decoded
    /// @param lockEventSig event that locks an asset there; empty to keep; at most 256 bytes are decoded
    function updateChainConfig(string calldata chain, string calldata bridgeContract, uint32 confirmations, string calldata architecture, string calldata status, string calldata verifier, string calldata lockEventSig) external;

    /// @notice Change how much of an asset of a chain may move at once and per day. Only for the admin.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param maxSingleTransfer of one transfer, millionths of the asset
    /// @param dailyLimit of all within 24 hours, in and out
    function setTransferLimits(string calldata chain, uint256 maxSingleTransfer, uint256 dailyLimit) external;

    /// @notice Limit how much of one asset of a chain may move at once and per day, beside the limits of the chain, which add all its assets up: a millionth of any asset counts alike there. Twice zero takes the limits of the asset away. Only for the admin.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param asset name of the asset, such as ETH; at most 256 bytes are decoded
    /// @param maxSingleTransfer of one transfer, millionths of the asset
    /// @param dailyLimit of all within 24 hours, in and out
    function setAssetLimits(string calldata chain, string calldata asset, uint256 maxSingleTransfer, uint256 dailyLimit) external;

    /// @notice Name the Ed25519 committee of a chain, whose signatures prove a deposit. A proof has for each signature the index of its key (1 byte) and the signature (64 bytes) over chain|event|operation|tx|amount|asset. Only for the admin.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param pubkeys keys of the committee, 1 to 16 different ones; at most 64 items are decoded
    /// @param threshold signatures that a proof needs
    function setVerifierBootstrap(string calldata chain, bytes32[] calldata pubkeys, uint32 threshold) external;

    /// @notice Stop all transfers of a chain at once, until the admin resets the breaker. For the admin and for any bridge validator of the chain. It also trips by itself: see the parameters.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param reason why, 1 to 200 bytes; at most 256 bytes are decoded
    function tripCircuitBreaker(string calldata chain, string calldata reason) external;

    /// @notice Let the transfers of a chain continue. What has moved today still counts; the count of the short window and what failed today do not. Only for the admin.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    function resetCircuitBreaker(string calldata chain) external;

    /// @notice How much of a bridged asset an account holds.
    /// @param chain chain the asset comes from, such as ethereum; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @param account account
    /// @return amount millionths of the asset
    function balanceOf(string calldata chain, string calldata asset, address account) external view returns (uint256 amount);

    /// @notice The id that the deposit has or will have. Bridge validators sign it, so they can sign before the claim is brought.
    /// @param chain name of the other chain, such as ethereum; at most 256 bytes are decoded
    /// @param txHash transaction there that locked the asset, 1 to 128 visible characters without |; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @param amount how much, in millionths of the asset
    /// @param receiver who gets it
    /// @return operationId id of the operation
    function depositId(string calldata chain, string calldata txHash, string calldata asset, uint256 amount, address receiver) external view returns (string memory operationId);

    /// @notice What bridge validators, and the committee of a verifier, sign: `qor-bridge-attestation-v2`, see the signed texts below.
    /// @param chain name of the other chain; at most 256 bytes are decoded
    /// @param eventType deposit or withdrawal_complete; at most 256 bytes are decoded
    /// @param operationId id of the operation; at most 256 bytes are decoded
    /// @param txHash transaction there; at most 256 bytes are decoded
    /// @param amount millionths of the asset
    /// @param asset name of the asset; at most 256 bytes are decoded
    /// @return digest sign this
    function attestationDigest(string calldata chain, string calldata eventType, string calldata operationId, string calldata txHash, uint256 amount, string calldata asset) external view returns (bytes32 digest);

    /// @notice What became of a deposit or withdrawal. Empty when there is none of that id.
    /// @param operationId id of the operation; at most 256 bytes are decoded
    /// @return status pending, attested, executed, failed or challenged
    /// @return amount millionths of the asset
    /// @return reason why it failed or waits
    /// @return hasEnded whether nothing more will happen
    function operationOf(string calldata operationId) external view returns (string memory status, uint256 amount, string memory reason, bool hasEnded);

    /// @notice Status and limits of a chain now. All empty for an unknown one.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @return status active, paused or pending
    /// @return breakerTripped whether the circuit breaker has stopped its transfers
    /// @return maxSingleTransfer millionths of the asset
    /// @return dailyLimit the same
    /// @return dailyLeft what may still move today
    /// @return resetAt time at which the next day begins, since 1970; 0 when none runs (seconds)
    function limitsOf(string calldata chain) external view returns (string memory status, bool breakerTripped, uint256 maxSingleTransfer, uint256 dailyLimit, uint256 dailyLeft, uint64 resetAt);

    /// @notice The limits that an asset has besides those of its chain.
    /// @param chain name of the chain, such as ethereum; at most 256 bytes are decoded
    /// @param asset name of the asset, such as ETH; at most 256 bytes are decoded
    /// @return isSet whether it has any; else all others are 0
    /// @return maxSingleTransfer millionths of the asset
    /// @return dailyLimit the same
    /// @return dailyLeft what may still move today
    function assetLimitsOf(string calldata chain, string calldata asset) external view returns (bool isSet, uint256 maxSingleTransfer, uint256 dailyLimit, uint256 dailyLeft);

    /// @notice The address of a bridged asset as an ERC-20 token.
    /// @param chain chain the asset comes from, such as ethereum; at most 256 bytes are decoded
    /// @param asset name of the asset, such as USDC; at most 256 bytes are decoded
    /// @return token its address; the zero address when it is not bridged
    function tokenOf(string calldata chain, string calldata asset) external view returns (address token);
}
