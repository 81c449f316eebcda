// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

contract Counter {
    event Incremented(uint256 number);

    uint256 public number;

    constructor(uint256 first) {
        number = first;
    }

    function increment() external {
        number++;
        emit Incremented(number);
    }
}
