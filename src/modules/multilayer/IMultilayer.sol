// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant MULTILAYER_ADDRESS = 0x0000000000000000000000000000000000000D04;

/// @notice Sidechains and paychains: their registration, their states anchored here, and the routing of transactions to them.
interface IMultilayer {
    /// @notice An anchor was proven wrong.
    event AnchorChallenged(string layerId, uint64 layerHeight, address indexed challenger, uint256 reward, string reason);

    /// @notice An active layer is overdue with its anchor.
    event AnchorIntervalWarning(string layerId, uint64 lastAnchorHeight);

    /// @notice A message waits for a layer.
    event CrossLayerMessage(uint64 indexed messageId, string destinationLayer, uint256 fees);

    /// @notice A layer has taken a message, as its creator says.
    event CrossLayerTaken(uint64 indexed messageId, string destinationLayer, uint256 fees);

    /// @notice A message was dropped because its time was over.
    event CrossLayerTimeout(uint64 indexed messageId, string destinationLayer);

    /// @notice The fee of a message that no layer took went back.
    event FeeRefunded(uint64 indexed messageId, address indexed sender, uint256 fees);

    /// @notice A layer changed its status.
    event LayerStatusUpdated(string layerId, string previousStatus, string newStatus, string reason);

    /// @notice A paychain was proposed.
    event PaychainRegistered(string layerId, address indexed creator, uint256 stake);

    /// @notice A sidechain was proposed.
    event SidechainRegistered(string layerId, address indexed creator, uint256 stake);

    /// @notice The stake of a decommissioned layer was paid back.
    event StakeReleased(string layerId, address indexed creator, uint256 amount);

    /// @notice The state of a layer was anchored.
    event StateAnchored(string layerId, uint64 layerHeight, bytes32 stateRoot, address indexed relayer);

    /// @notice A transaction was given to a layer.
    event TransactionRouted(address indexed sender, string selectedLayer, string reason);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Propose a sidechain. The minimum stake moves from the caller to the module until the layer is decommissioned.
    /// @param layerId name of the layer: 1 to 64 of a-z, 0-9, - and _; at most 256 bytes are decoded
    /// @param description what it is for, at most 1000 bytes; at most 2000 bytes are decoded
    /// @param targetBlockTimeMs milliseconds between its blocks
    /// @param maxTransactionsPerBlock transactions its blocks can hold
    /// @param minValidators validators it needs
    /// @param settlementIntervalBlocks its blocks between two anchors (blocks)
    /// @param supportedVmTypes virtual machines it runs; at most 64 items are decoded, of each at most 256 bytes
    /// @param supportedDomains what it is meant for; at most 64 items are decoded, of each at most 256 bytes
    /// @return chainId chain id of the layer
    /// @return status proposed
    function registerSidechain(string calldata layerId, string calldata description, uint32 targetBlockTimeMs, uint32 maxTransactionsPerBlock, uint32 minValidators, uint32 settlementIntervalBlocks, string[] calldata supportedVmTypes, string[] calldata supportedDomains) external returns (string memory chainId, string memory status);

    /// @notice Propose a paychain: a layer for small payments. The minimum stake moves as for a sidechain.
    /// @param layerId name of the layer: 1 to 64 of a-z, 0-9, - and _; at most 256 bytes are decoded
    /// @param description what it is for, at most 1000 bytes; at most 2000 bytes are decoded
    /// @param maxTransactionsPerBlock transactions its blocks can hold
    /// @param settlementIntervalBlocks its blocks between two anchors (blocks)
    /// @param baseFeeMultiplier what a transaction costs beside one on this chain, times 10^18; at most 10^18
    /// @return chainId chain id of the layer
    /// @return status proposed
    function registerPaychain(string calldata layerId, string calldata description, uint32 maxTransactionsPerBlock, uint32 settlementIntervalBlocks, uint256 baseFeeMultiplier) external returns (string memory chainId, string memory status);

    /// @notice Change the status of a layer: proposed → active; active ↔ suspended; any → decommissioned, which is final. For the authority; a creator may decommission its own layer. The stake is paid back after the challenge period.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param newStatus active, suspended or decommissioned; at most 256 bytes are decoded
    /// @param reason why; at most 256 bytes are decoded
    function updateLayerStatus(string calldata layerId, string calldata newStatus, string calldata reason) external;

    /// @notice Anchor the state of an active layer, signed by its creator's registered ML-DSA-87 key over the result of anchorDigest. Anybody may bring it. The creator itself may sign version 1 instead, the result of anchorText, which names no network.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param layerHeight height of the layer, above that of its last anchor
    /// @param stateRoot root of its state
    /// @param validatorSetHash hash of its validators
    /// @param signature ML-DSA-87 signature, 4627 bytes; at most 8192 bytes are decoded
    /// @param transactionCount transactions since the last anchor
    /// @param compressedStateProof kept with the anchor for those who check the layer; may be empty; at most 131072 bytes are decoded
    /// @return mainChainHeight height of this chain it was anchored at
    function anchorState(string calldata layerId, uint48 layerHeight, bytes32 stateRoot, bytes32 validatorSetHash, bytes calldata signature, uint48 transactionCount, bytes calldata compressedStateProof) external returns (uint64 mainChainHeight);

    /// @notice Prove that the creator of a layer signed two different states for one layer height. The proof is the other state: state_root (32 bytes) ‖ validator_set_hash (32 bytes) ‖ ML-DSA-87 signature (4627 bytes) by the key of the anchor over the result of anchorDigest, which names this network. When it holds, the anchor is rejected, the layer is decommissioned, and its stake goes half to the challenger and half to the treasury.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param anchorHeight height of the layer in the anchor
    /// @param fraudProof the other signed state, 4691 bytes; at most 8192 bytes are decoded
    /// @param reason for people who read the event; at most 256 bytes are decoded
    /// @return reward paid to the challenger (uqor)
    function challengeAnchor(string calldata layerId, uint48 anchorHeight, bytes calldata fraudProof, string calldata reason) external returns (uint256 reward);

    /// @notice Give a transaction to the layer that suits it best: .30 (1 − congestion) + .40 capability + .20 (1 − cost) + .10 (1 − latency). The fee goes to the creator of the layer when it takes the transaction, and back to the sender when the message times out. When no layer reaches the threshold it belongs on this chain, and nothing is charged.
    /// @param payload the transaction, 1 to 65536 bytes; at most 131072 bytes are decoded
    /// @param preferredLayer accepted from 80 % of the threshold; empty for none; at most 256 bytes are decoded
    /// @param maxLatencyMs latency that counts as the worst
    /// @param maxFee the most that may be charged (uqor)
    /// @return selectedLayer layer, or main
    /// @return reason why that one
    /// @return messageId number of the message; 0 for main
    /// @return fee charged (uqor)
    function routeTransaction(bytes calldata payload, string calldata preferredLayer, uint32 maxLatencyMs, uint256 maxFee) external returns (string memory selectedLayer, string memory reason, uint64 messageId, uint256 fee);

    /// @notice Say that a layer has taken messages which wait for it: their fees go to its creator, who calls this. A fee whose message nobody takes before it times out goes back to its sender.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param messageIds messages that it has taken, 1 to 64; at most 64 items are decoded
    /// @return fees paid to the creator (uqor)
    function takeMessages(string calldata layerId, uint48[] calldata messageIds) external returns (uint256 fees);

    /// @notice An anchor of a layer. All zero when there is none at that height.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param layerHeight height of the layer
    /// @return stateRoot root of its state
    /// @return mainChainHeight height of this chain it was anchored at
    /// @return finalAt time after which it cannot be challenged, since 1970 (seconds)
    /// @return rejected whether it was proven wrong
    function anchorOf(string calldata layerId, uint48 layerHeight) external view returns (bytes32 stateRoot, uint64 mainChainHeight, uint64 finalAt, bool rejected);

    /// @notice What the creator of a layer signs for an anchor: `qor-anchor-v2`, see the signed texts below.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param layerHeight height of the layer
    /// @param stateRoot root of its state
    /// @param validatorSetHash hash of its validators
    /// @return digest to be signed by the ML-DSA-87 key of the creator
    function anchorDigest(string calldata layerId, uint48 layerHeight, bytes32 stateRoot, bytes32 validatorSetHash) external view returns (bytes32 digest);

    /// @notice Version 1 of what the creator of a layer signs: layer_id ‖ layer_height (8 bytes, big endian) ‖ state_root ‖ validator_set_hash. It names no network, so only the creator may bring it, and it is evidence of nothing.
    /// @param layerId name of the layer; at most 256 bytes are decoded
    /// @param layerHeight height of the layer
    /// @param stateRoot root of its state
    /// @param validatorSetHash hash of its validators
    /// @return text to be signed by the ML-DSA-87 key of the creator
    function anchorText(string calldata layerId, uint48 layerHeight, bytes32 stateRoot, bytes32 validatorSetHash) external view returns (bytes memory text);

    /// @notice The fee for gas used across several layers: total gas / 1000 × the mean of their multipliers, at least 1 uqor.
    /// @param gas gas of all layers together
    /// @param layerIds layers it is used on, 1 to 16; at most 64 items are decoded, of each at most 256 bytes
    /// @return fee the fee (uqor)
    function bundledFee(uint64 gas, string[] calldata layerIds) external view returns (uint256 fee);

    /// @notice What was routed since genesis. The savings are those that the chosen layers declare of themselves when they register (attested): nothing here measures them, and they count whether or not a layer takes the transaction.
    /// @return totalRouted transactions
    /// @return routedToMain of them kept on this chain
    /// @return routedToSidechains of them given to sidechains
    /// @return routedToPaychains of them given to paychains
    /// @return averageGasSavingsPercent as the layers declare; decimal text
    /// @return averageLatencyImprovementPercent as the layers declare; decimal text
    function routingStats() external view returns (uint64 totalRouted, uint64 routedToMain, uint64 routedToSidechains, uint64 routedToPaychains, string memory averageGasSavingsPercent, string memory averageLatencyImprovementPercent);
}
