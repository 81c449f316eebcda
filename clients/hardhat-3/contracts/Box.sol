// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Box {
    uint256 public value;

    constructor(uint256 first) {
        value = first;
    }

    function increment() public {
        value += 1;
    }
}
