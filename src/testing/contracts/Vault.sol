// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Keeps deposits per owner; what a client library can meet in a contract is in it.
contract Vault {
    event Deposited(address indexed owner, uint256 amount);

    error TooMuch(uint256 asked, uint256 available);

    mapping(address => uint256) public deposits;

    function deposit() external payable {
        require(msg.value > 0, "nothing sent");
        deposits[msg.sender] += msg.value;
        emit Deposited(msg.sender, msg.value);
    }

    function withdraw(uint256 amount) external {
        uint256 available = deposits[msg.sender];
        if (amount > available) revert TooMuch(amount, available);
        deposits[msg.sender] = available - amount;
        (bool sent,) = msg.sender.call{value: amount}("");
        require(sent, "transfer failed");
    }
}
