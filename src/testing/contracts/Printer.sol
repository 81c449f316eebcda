// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Calls console.log as Hardhat's console.sol does, in all kinds of executions.
contract Printer {
    address private constant CONSOLE = 0x000000000000000000636F6e736F6c652e6c6f67;

    uint256 public count;

    function print(bytes memory data) public view {
        (bool done,) = CONSOLE.staticcall(data);
        done;
    }

    function greet(string calldata name, uint256 times) external {
        print(abi.encodeWithSignature("log(string,string,uint256)", "Hello %s, %d", name, times));
        count = times;
    }

    function fail() external {
        print(abi.encodeWithSignature("log(string)", "before it fails"));
        count = 1;
        revert("failed");
    }

    function read(bytes calldata) external view returns (uint256) {
        print(abi.encodeWithSignature("log(string,uint256)", "read", count));
        return count;
    }

    /// Prints, then works for long.
    function work(uint256 rounds) external {
        print(abi.encodeWithSignature("log(string)", "works"));
        bytes32 hash;
        for (uint256 round = 0; round < rounds; round++) hash = keccak256(abi.encode(hash));
        count = uint256(hash);
    }

    function flood(uint256 times) external view {
        for (uint256 index = 0; index < times; index++) print(abi.encodeWithSignature("log(uint256)", index));
    }
}
