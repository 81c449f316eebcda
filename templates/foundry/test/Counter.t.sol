// SPDX-License-Identifier: MIT
pragma solidity ^0.8.20;

import {Counter} from "../contracts/Counter.sol";

/// In the EVM of forge; interfaces.test.mjs uses what forge has built with the node.
contract CounterTest {
    function testAdd() external {
        Counter counter = new Counter();
        counter.add(42);
        require(counter.number() == 42, "42 is added");
        try counter.add(59) {
            revert("101 is too large");
        } catch (bytes memory reason) {
            require(bytes4(reason) == Counter.TooLarge.selector, "the error says so");
        }
    }
}
