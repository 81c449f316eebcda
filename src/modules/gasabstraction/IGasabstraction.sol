// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant GASABSTRACTION_ADDRESS = 0x0000000000000000000000000000000000000D0A;

/// @notice Fees in other tokens than QOR: an account chooses a bridged asset, and the module pays its fees from what it holds. What an account pays so leaves no event of the token (ERC-20), as gas leaves none.
interface IGasabstraction {
    /// @notice An account chose the token it pays its fees in.
    event FeeTokenSet(address indexed account, string denom);

    /// @notice The module got QOR to pay fees with.
    event LiquidityAdded(address indexed from, uint256 amount);

    /// @notice The authority took QOR back.
    event LiquidityRemoved(address indexed to, uint256 amount);

    /// @notice The authority took tokens that were paid as fees.
    event TokensCollected(address indexed to, string denom, uint256 amount);

    /// @notice What an amount of an accepted token counts for in uqor.
    /// @param denom accepted token, such as ibc/ATOM; at most 256 bytes are decoded
    /// @param amount in its base units
    /// @return nativeEquivalent worth (uqor)
    function quote(string calldata denom, uint256 amount) external view returns (uint256 nativeEquivalent);

    /// @notice Choose the token that the calling account pays its fees in, at the rate of the parameters: a bridged asset, or uqor for QOR. A transaction that calls this itself is paid in the token it chooses.
    /// @param denom accepted token, such as ibc/USDC, or uqor; at most 256 bytes are decoded
    function setFeeToken(string calldata denom) external;

    /// @notice Give the module QOR, sent along, to pay fees with for accounts that pay in other tokens. Only the authority takes them back.
    function addLiquidity() external payable;

    /// @notice Take QOR back from the module. Only the authority.
    /// @param to who gets them
    /// @param amount how much (uqor)
    function removeLiquidity(address to, uint256 amount) external;

    /// @notice Take tokens that accounts have paid as fees; what the running transaction has prepaid is not among them. Only the authority.
    /// @param denom the token; at most 256 bytes are decoded
    /// @param to who gets them
    /// @param amount in base units
    function collectTokens(string calldata denom, address to, uint256 amount) external;
}
