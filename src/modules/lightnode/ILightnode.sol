// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant LIGHTNODE_ADDRESS = 0x0000000000000000000000000000000000000d0f;

/// @notice Pays the fee share of light nodes, and what anybody gives to their pool, to those who show in each epoch that they follow the chain.
interface ILightnode {
    /// @notice An operator registered, or changed its key.
    event LightNodeRegistered(address indexed operator, address key);

    /// @notice An operator left.
    event LightNodeLeft(address indexed operator);

    /// @notice The question of an epoch was answered.
    event LightNodeAnswered(address indexed operator, uint64 indexed epoch);

    /// @notice An operator was paid for an epoch.
    event LightNodePaid(address indexed operator, uint64 indexed epoch, uint256 amount);

    /// @notice An epoch ended, and its shares are known.
    event LightNodeEpochEnded(uint64 indexed epoch, uint64 answers, uint256 share, uint256 carriedOver);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Register the caller as operator of a light node, or change its key. It needs the minimum delegation (of more than a hundred delegations, only those with active validators may count), and the key is an account that pays the gas of the answers and answers for no other operator. It can be the caller itself, even where another operator has named it: that one then answers itself.
    /// @param key the account that answers for the caller
    function register(address key) external;

    /// @notice Answer the question of the running epoch for an operator: Keccak-256 of the seed, the operator (20 bytes) and the hashes of the blocks that the question names. Those who answered share the pool equally when the epoch ends. Pays what was earned before.
    /// @param operator the operator that answers
    /// @param epoch the running epoch
    /// @param answer the answer
    function answer(address operator, uint48 epoch, bytes32 answer) external;

    /// @notice Pay to an operator what it has earned in the epoch that it answered last, once that has ended. The next answer does so, too.
    /// @param operator the operator, which is paid
    /// @return amount paid (wei)
    function withdraw(address operator) external returns (uint256 amount);

    /// @notice Stop operating a light node. What it has earned is paid; an answer in the running epoch does not count any more.
    function leave() external;

    /// @notice The open question. All empty when there is none.
    /// @return epoch the epoch
    /// @return seed its seed
    /// @return heights blocks whose hashes are asked for, in this order
    /// @return answerUntil last block in which an answer counts
    function question() external view returns (uint64 epoch, bytes32 seed, uint64[] memory heights, uint64 answerUntil);

    /// @notice The light node of an operator. All empty when there is none.
    /// @param operator the operator
    /// @return key the account that answers for it
    /// @return answered the last epoch that it answered and was not paid for; 0 for none
    /// @return earned that it can withdraw (wei)
    function operatorOf(address operator) external view returns (address key, uint64 answered, uint256 earned);

    /// @notice The running epoch, and what the pool of light nodes has.
    /// @return epoch the running epoch; 0 before the first question
    /// @return operators registered light nodes
    /// @return answers that have answered in it
    /// @return pool that they will share (wei)
    /// @return owed earned before and not withdrawn (wei)
    function status() external view returns (uint64 epoch, uint64 operators, uint64 answers, uint256 pool, uint256 owed);
}
