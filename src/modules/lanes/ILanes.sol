// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant LANES_ADDRESS = 0x0000000000000000000000000000000000000d0B;

/// @notice Five lanes with their own room in every block: a flood in one leaves the others free.
interface ILanes {
    /// @notice Gas of a block that a lane has for itself before the others may use it.
    /// @param lane pqc, mev, ai, default or free; at most 256 bytes are decoded
    /// @return gas of the block’s gas limit
    /// @return priority higher goes first
    function laneGas(string calldata lane) external view returns (uint64 gas, uint64 priority);
}
