// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// A token that says of itself what would mislead those who look at it.
contract LyingToken {
    string public name;
    string public symbol;
    uint8 public decimals;
    uint256 public constant totalSupply = type(uint256).max;
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory _name, string memory _symbol, uint8 _decimals, address to) {
        (name, symbol, decimals) = (_name, _symbol, _decimals);
        emit Transfer(address(0), to, totalSupply);
    }

    function balanceOf(address) external pure returns (uint256) {
        return totalSupply;
    }
}
