// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant BANK_ADDRESS = 0x0000000000000000000000000000000000000800;

/// @notice Transfers to accounts in any spelling.
interface IBank {
    /// @notice Coins moved through the bank.
    event BankTransfer(address indexed from, address indexed to, uint256 amount, string memo);

    /// @notice Coins that somebody gave to an account of the chain itself went to the treasury.
    event GiftMoved(address indexed account, uint256 amount);

    /// @notice Send QOR to an account in any spelling: 0x…, qor1… or base58.
    /// @param to recipient in any spelling; at most 256 bytes are decoded
    /// @param amount how much (uqor)
    /// @param memo for the recipient, at most 256 bytes; exchanges ask for one; at most 512 bytes are decoded
    function send(string calldata to, uint256 amount, string calldata memo) external;

    /// @notice Send the wei that come with the call to an account in any spelling.
    /// @param to recipient in any spelling; at most 256 bytes are decoded
    function sendValue(string calldata to) external payable;

    /// @notice The one balance of an account, in the three scales.
    /// @param account account
    /// @return amount in whole uqor (uqor)
    /// @return lamports in whole lamports
    /// @return exact exact (wei)
    function balanceOf(address account) external view returns (uint256 amount, uint256 lamports, uint256 exact);

    /// @notice The other spellings of an account.
    /// @param account account
    /// @return native qor1…
    /// @return svm base58
    function spellings(address account) external view returns (string memory native, string memory svm);

    /// @notice All wei in existence after the last block: genesis plus minted less burned.
    /// @return amount in existence (wei)
    function totalSupply() external view returns (uint256 amount);
}
