// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant GASABSTRACTION_ADDRESS = 0x0000000000000000000000000000000000000D0A;

/// @notice Tokens that fees may be quoted in. On the EVM lane fees themselves are always paid in QOR.
interface IGasabstraction {
    /// @notice What an amount of an accepted token counts for in uqor.
    /// @param denom accepted token, such as ibc/ATOM; at most 256 bytes are decoded
    /// @param amount in its base units
    /// @return nativeEquivalent worth (uqor)
    function quote(string calldata denom, uint256 amount) external view returns (uint256 nativeEquivalent);
}
