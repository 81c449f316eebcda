// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant RLCONSENSUSAUTHORITY_ADDRESS = 0x0000000000000000000000000000000000000c02;

/// @notice PRISM: an agent that watches the chain and, when it is allowed to, tunes it within bounds.
interface IRlconsensusAuthority {
    /// @notice Set what PRISM may do. Only the authority.
    /// @param mode off idles, observe watches, suggest proposes, auto applies; at most 256 bytes are decoded
    function setAgentMode(string calldata mode) external;

    /// @notice Clear the circuit breaker before its time, forget the block times that tripped it, and let PRISM watch again. Only the authority.
    function resumeAgent() external;

    /// @notice Apply what PRISM suggested after the sample of a height. Only the authority.
    /// @param height height of the sample (blocks)
    function acceptSuggestion(uint48 height) external;

    /// @notice Write one piece of the policy’s weights: 4 bytes each, signed, little endian, in units of 10^-8. Takes the policy out of use until it is activated. Only the authority.
    /// @param piece number of the piece, from 0
    /// @param weights the weights; at most 131072 bytes are decoded
    function setPolicyPiece(uint64 piece, bytes calldata weights) external;

    /// @notice Put the written weights in use. Only the authority.
    function activatePolicy() external;

    /// @notice Take the written policy out of use and remove its weights; the built-in one is used again where the parameters say so. Only the authority.
    function clearPolicy() external;
}
