// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// A token whose name its owner chooses, with a custom error.
contract NamedToken {
    string public name;
    string public symbol = "TOK";
    uint8 public constant decimals = 18;
    uint256 public immutable totalSupply;
    mapping(address => uint256) public balanceOf;
    event Transfer(address indexed from, address indexed to, uint256 value);
    error TooPoor(address owner, uint256 balance, uint256 wanted);

    constructor(string memory _name, uint256 supply) {
        name = _name;
        totalSupply = supply;
        balanceOf[msg.sender] = supply;
        emit Transfer(address(0), msg.sender, supply);
    }

    function transfer(address to, uint256 value) external returns (bool) {
        if (balanceOf[msg.sender] < value) revert TooPoor(msg.sender, balanceOf[msg.sender], value);
        balanceOf[msg.sender] -= value;
        balanceOf[to] += value;
        emit Transfer(msg.sender, to, value);
        return true;
    }

    function rename(string calldata _name) external {
        name = _name;
    }
}
