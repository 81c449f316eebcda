// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Counter {
    uint256 public number;

    error TooLarge(uint256 sum, uint256 limit);

    function add(uint256 amount) external {
        uint256 sum = number + amount;
        if (sum > 100) revert TooLarge(sum, 100);
        number = sum;
    }
}
