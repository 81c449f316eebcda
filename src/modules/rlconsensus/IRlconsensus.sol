// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant RLCONSENSUS_ADDRESS = 0x0000000000000000000000000000000000000C01;

/// @notice PRISM: an agent that watches the chain and, when it is allowed to, tunes it within bounds.
interface IRlconsensus {
    /// @notice PRISM took a sample.
    event ObservationCollected(uint64 indexed height);

    /// @notice A sample was compared with the one before.
    event RewardComputed(uint64 indexed height, int256 reward);

    /// @notice PRISM proposed or applied a change.
    event ActionTaken(bool indexed applied, uint64 height, int256[] changes);

    /// @notice Too many block times were bad: PRISM stops.
    event CircuitBreakerTripped(int256 healthy);

    /// @notice PRISM may act again.
    event CircuitBreakerRecovered(int256 healthy);

    /// @notice The authority changed what PRISM may do.
    event AgentModeChanged(string mode);

    /// @notice The policy was put in use or taken out of it.
    event PolicyChanged(bool active);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice The consensus parameters as PRISM has set them.
    /// @return blockTime target in milliseconds
    /// @return baseGasPrice what PRISM steers: over default_base_gas_price it is the factor of the floor of the base fee; no price
    /// @return validatorSetSize most validators that sign blocks
    /// @return epoch samples taken since genesis; 0 while PRISM has taken none
    function rlConsensusParams() external view returns (uint256 blockTime, uint256 baseGasPrice, uint256 validatorSetSize, uint256 epoch);
}
