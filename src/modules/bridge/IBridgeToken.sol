// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

/// @notice A bridged asset is an ERC-20 token with 6 decimals, whose address is the last 20 bytes of the Keccak-256 of `bridge token|chain|asset`, such as `bridge token|ethereum|USDC` (`tokenOf`). Tokens of the chains that every network has are native contracts; one that only the genesis of a network describes is a contract that delegates to them. It is the same asset as that of the calls of the module bridge. Nobody can give it to an account of the chain itself (a module, a token, the treasury), from which it could never be moved again. Deposits and withdrawals emit its events, too; those of a deposit whose challenge period is over belong to the block, as the events of all hooks do: `qord_getBlockEffects` shows them, no receipt and no `eth_getLogs`. Fees that are paid in the asset move it without an event, as gas does. Whoever credits deposits, such as an exchange, reads the logs of receipts, the effects of each block, and compares with `balanceOf`.
interface IBridgeToken {
    /// @notice The asset changed hands: from the zero address when it was bridged here, to it when it was released there.
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// @notice An account allowed another to move its asset.
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// @notice Name of the token (ERC-20).
    /// @return name such as `USDC of Ethereum`
    function name() external view returns (string memory name);

    /// @notice Symbol of the token: the name of the asset. The tokens of several chains may have the same.
    /// @return symbol such as USDC
    function symbol() external view returns (string memory symbol);

    /// @notice Digits behind the point: all bridged assets are counted in millionths.
    /// @return decimals 6
    function decimals() external view returns (uint8 decimals);

    /// @notice How much of the asset exists here; what waits to be released on its chain included.
    /// @return supply millionths of the asset
    function totalSupply() external view returns (uint256 supply);

    /// @notice How much of the asset an account holds.
    /// @param account account
    /// @return balance millionths of the asset
    function balanceOf(address account) external view returns (uint256 balance);

    /// @notice How much of the asset of an account another may move.
    /// @param owner who holds it
    /// @param spender who may move it
    /// @return remaining millionths of the asset
    function allowance(address owner, address spender) external view returns (uint256 remaining);

    /// @notice Permits that an account has given so far (EIP-2612).
    /// @param owner who signs
    /// @return nonce of the next permit
    function nonces(address owner) external view returns (uint256 nonce);

    /// @notice Hash of the domain under which permits are signed (EIP-2612).
    /// @return separator of name, version 1, chain id and address
    function DOMAIN_SEPARATOR() external view returns (bytes32 separator);

    /// @notice The domain under which permits are signed (ERC-5267).
    /// @return fields 0x0f: the first four of the following
    /// @return name name of the token
    /// @return version 1
    /// @return chainId of this network
    /// @return verifyingContract the token
    /// @return salt none
    /// @return extensions none
    function eip712Domain() external view returns (bytes1 fields, string memory name, string memory version, uint256 chainId, address verifyingContract, bytes32 salt, uint256[] memory extensions);

    /// @notice Give the asset to another account (ERC-20).
    /// @param to who gets it
    /// @param value how much, in millionths of the asset
    /// @return success always true
    function transfer(address to, uint256 value) external returns (bool success);

    /// @notice Allow an account to move so much of the asset of the caller, in place of what it was allowed before; 2^256-1 for any amount.
    /// @param spender who may move it
    /// @param value how much, in millionths of the asset
    /// @return success always true
    function approve(address spender, uint256 value) external returns (bool success);

    /// @notice Give the asset of an account that has allowed it to another account (ERC-20).
    /// @param from who gives
    /// @param to who gets it
    /// @param value how much, in millionths of the asset
    /// @return success always true
    function transferFrom(address from, address to, uint256 value) external returns (bool success);

    /// @notice Allow an account to move the asset of another that has signed this (EIP-2612). Anybody may bring it, once. Not for a protected account (pqc), which its ECDSA key alone does not bind.
    /// @param owner who has signed
    /// @param spender who may move it
    /// @param value how much, in millionths of the asset
    /// @param deadline last time at which it counts, since 1970 (seconds)
    /// @param v 27 or 28
    /// @param r of the signature
    /// @param s of the signature, the lower of its two forms
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
}
