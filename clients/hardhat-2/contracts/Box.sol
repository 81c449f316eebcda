// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

contract Box {
    uint256 public value;

    function initialize(uint256 first) public {
        value = first;
    }
}

contract BoxV2 {
    uint256 public value;

    function initialize(uint256 first) public {
        value = first;
    }

    function increment() public {
        value += 1;
    }
}
