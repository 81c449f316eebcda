// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

interface IERC20 {
    function balanceOf(address account) external view returns (uint256);
    function transfer(address to, uint256 value) external returns (bool);
    function transferFrom(address from, address to, uint256 value) external returns (bool);
}

interface IERC20Permit {
    function permit(address owner, address spender, uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external;
}

/// @notice Keeps a token for those who put it in: knows nothing but ERC-20 and EIP-2612.
contract TokenVault {
    IERC20 public immutable token;
    mapping(address => uint256) public kept;

    constructor(IERC20 token_) {
        require(address(token_).code.length > 0, "no contract");
        token = token_;
    }

    function put(uint256 value) public {
        uint256 before = token.balanceOf(address(this));
        require(token.transferFrom(msg.sender, address(this), value), "not moved");
        require(token.balanceOf(address(this)) == before + value, "not received");
        kept[msg.sender] += value;
    }

    function putWithPermit(uint256 value, uint256 deadline, uint8 v, bytes32 r, bytes32 s) external {
        IERC20Permit(address(token)).permit(msg.sender, address(this), value, deadline, v, r, s);
        put(value);
    }

    function take(uint256 value) external {
        kept[msg.sender] -= value;
        require(token.transfer(msg.sender, value), "not moved");
    }

    /// @notice Tries to act as the token itself.
    function takeByDelegate(address to, uint256 value) external returns (bool ok, bytes memory result) {
        return address(token).delegatecall(abi.encodeCall(IERC20.transfer, (to, value)));
    }
}
