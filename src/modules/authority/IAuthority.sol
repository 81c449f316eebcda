// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant AUTHORITY_ADDRESS = 0x0000000000000000000000000000000000000d00;

/// @notice The office that changes parameters and spends the treasury; set in genesis.
interface IAuthority {
    /// @notice Parameters of a module were changed.
    event ParamsChanged(string indexed module, string changes);

    /// @notice The treasury paid.
    event TreasurySpent(address indexed to, uint256 amount);

    /// @notice Another account became the authority.
    event AuthorityMoved(address indexed from, address indexed to);

    /// @notice Change parameters of a module. Those not named stay as they are.
    /// @param module name of the module, such as burn; at most 256 bytes are decoded
    /// @param changes parameters and their new values, as a JSON object; at most 16384 bytes are decoded
    function setParams(string calldata module, string calldata changes) external;

    /// @notice Pay an account from the treasury.
    /// @param to who is paid
    /// @param amount how much (uqor)
    function spendTreasury(address to, uint256 amount) external;

    /// @notice Make another account the authority. The zero address ends the office for good.
    /// @param to the new authority
    function moveAuthority(address to) external;

    /// @notice The account that may change parameters.
    /// @return account the authority
    function authority() external view returns (address account);
}
