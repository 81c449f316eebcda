// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";

interface Vm {
    function envAddress(string calldata name) external view returns (address);
}

/// With --fork-url: reads and changes what is deployed on the network.
contract ForkTest {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function testIncrement() external {
        Counter counter = Counter(vm.envAddress("COUNTER"));
        require(block.chainid == 9800 && counter.number() == 42, "the network");
        counter.increment();
        require(counter.number() == 43, "incremented");
    }
}
