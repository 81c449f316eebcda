// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

import {Counter} from "../src/Counter.sol";

interface Vm {
    struct EthGetLogs {
        address emitter;
        bytes32[] topics;
        bytes data;
        bytes32 blockHash;
        uint64 blockNumber;
        bytes32 transactionHash;
        uint64 transactionIndex;
        uint256 logIndex;
        bool removed;
    }

    function envAddress(string calldata name) external view returns (address);
    function envBytes32(string calldata name) external view returns (bytes32);
    function envString(string calldata name) external view returns (string memory);
    function envUint(string calldata name) external view returns (uint256);
    function createFork(string calldata url, uint256 height) external returns (uint256);
    function createSelectFork(string calldata url) external returns (uint256);
    function selectFork(uint256 fork) external;
    function rollFork(uint256 height) external;
    function rollFork(bytes32 transaction) external;
    function makePersistent(address account) external;
    function transact(bytes32 transaction) external;
    function deal(address account, uint256 balance) external;
    function prank(address sender) external;
    function load(address account, bytes32 slot) external view returns (bytes32);
    function rpc(string calldata method, string calldata params) external returns (bytes memory);
    function eth_getLogs(uint256 from, uint256 to, address target, bytes32[] calldata topics)
        external
        returns (EthGetLogs[] memory);
}

/// With --fork-url: reads and changes what is deployed on the network, at the newest and at earlier blocks.
contract ForkTest {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    function testIncrement() external {
        Counter counter = Counter(vm.envAddress("COUNTER"));
        require(block.chainid == 9800 && counter.number() == 42, "the network");
        counter.increment();
        require(counter.number() == 43, "incremented");
    }

    function testForksAtBlocks() external {
        (Counter counter, uint256 height) = (Counter(vm.envAddress("COUNTER")), vm.envUint("INCREMENTED_IN"));
        vm.makePersistent(address(this));
        uint256 earlier = vm.createFork(vm.envString("QORD_URL"), height);
        uint256 newest = vm.createSelectFork(vm.envString("QORD_URL"));
        require(block.number > height && counter.number() == 42, "newest");
        vm.rollFork(height - 1);
        require(block.number == height - 1 && counter.number() == 41, "before");
        vm.transact(vm.envBytes32("INCREMENT"));
        require(counter.number() == 42, "executed again");
        vm.selectFork(earlier);
        require(block.number == height && counter.number() == 42, "of that block");
        vm.selectFork(newest);
        vm.rollFork(vm.envBytes32("INCREMENT"));
        require(counter.number() == 41, "before the transaction");
    }

    function testChangesOfState() external {
        address payable sender = payable(0x70997970C51812dc3A010C7d01b50e0d17dc79C8);
        address payable recipient = payable(address(0xbeef));
        vm.deal(recipient, 5 ether);
        vm.prank(sender);
        (bool sent,) = recipient.call{value: 1 ether}("");
        require(sent && recipient.balance == 6 ether, "sent");
        require(uint256(vm.load(vm.envAddress("COUNTER"), 0)) == 42, "loaded");
    }

    function testRequests() external {
        require(keccak256(vm.rpc("eth_chainId", "[]")) == keccak256(hex"2648"), "chain id");
        require(vm.rpc("eth_getBlockByNumber", '["latest",true]').length > 500, "block");
        address counter = vm.envAddress("COUNTER");
        Vm.EthGetLogs[] memory logs = vm.eth_getLogs(0, block.number, counter, new bytes32[](0));
        require(logs.length == 1 && logs[0].transactionHash == vm.envBytes32("INCREMENT"), "logs");
    }
}
