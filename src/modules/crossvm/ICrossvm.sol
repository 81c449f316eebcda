// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant CROSSVM_ADDRESS = 0x0000000000000000000000000000000000000901;

/// @notice Messages from one machine to another: at once between contracts, or queued until after the block.
interface ICrossvm {
    /// @notice A message was queued.
    event CrossvmRequest(address indexed sender, string messageId, string sourceVm, string targetVm, string targetContract, bytes32 payloadHash);

    /// @notice A message was executed, or failed.
    event CrossvmResponse(string messageId, string sourceVm, string targetVm, bool success, uint64 gasUsed);

    /// @notice A message waited too long; its funds went back.
    event CrossvmTimeout(string messageId, string sourceVm, string targetVm, uint64 queuedAtHeight);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Queue a message to a contract of another machine. It runs after the block, as the caller; what fails gives the funds back. Funds without a payload go to an SVM-only account at once (as with `svm deposit`), and come back from it with its signature.
    /// @param sourceVm machine that the caller states: cosmwasm for a message to a contract, evm for funds to the SVM side; svm to take coins back from an SVM-only account; at most 256 bytes are decoded
    /// @param targetVm machine of the target: evm, or svm for funds without a payload; cosmwasm does not run here; at most 256 bytes are decoded
    /// @param targetContract the target as that machine spells it: 0x…, qor1… or base58; at most 256 bytes are decoded
    /// @param payload what the target is called with; from svm: the 32-byte key and its signature of svm.withdrawalDigest; at most 131072 bytes are decoded
    /// @param funds sent along (uqor)
    /// @return messageId id of the message
    function call(string calldata sourceVm, string calldata targetVm, string calldata targetContract, bytes calldata payload, uint256 funds) external returns (string memory messageId);

    /// @notice Execute waiting messages now, as many as the gas of this transaction allows. Only for the authority.
    /// @return executed messages that reached their end
    function processQueue() external returns (uint64 executed);

    /// @notice Call a contract of a machine by its number. Runs at once, as the caller, with the value sent along, as a part of the same transaction.
    /// @param targetVM 0 for the EVM; 1, CosmWasm, and 2, SVM, are rejected
    /// @param targetContract the contract as that machine spells it; at most 256 bytes are decoded
    /// @param payload what it is called with; at most 131072 bytes are decoded
    /// @return result what the target returned
    function executeCrossVMCall(uint8 targetVM, string calldata targetContract, bytes calldata payload) external payable returns (bytes memory result);

    /// @notice Call a contract on the virtual machine in whose spelling it is named. Runs at once, as the caller, with the value sent along, as a part of the same transaction.
    /// @param data (string contract, string message, uint256 funds in uqor of the caller), encoded by the ABI; at most 131072 bytes are decoded
    /// @return result what the target returned
    function call(bytes calldata data) external payable returns (bytes memory result);

    /// @notice Call a contract on the virtual machine in whose spelling it is named. Runs at once, as the caller, with the value sent along, as a part of the same transaction.
    /// @param targetContract 0x… for the EVM; at most 256 bytes are decoded
    /// @param payload what it is called with; at most 131072 bytes are decoded
    /// @return result what the target returned
    function executeCrossVMCall(string calldata targetContract, bytes calldata payload) external payable returns (bytes memory result);
}
