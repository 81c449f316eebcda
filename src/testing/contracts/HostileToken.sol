// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// A token that returns long texts, computes without end, or fails with a text of its own.
contract HostileToken {
    uint8 public constant decimals = 18;
    uint256 public constant totalSupply = 10 ** 24;
    string private text;
    uint256 private immutable padding;
    event Transfer(address indexed from, address indexed to, uint256 value);

    constructor(string memory _text, uint256 _padding, address to) {
        (text, padding) = (_text, _padding);
        emit Transfer(address(0), to, totalSupply);
    }

    function balanceOf(address) external pure returns (uint256) {
        return totalSupply;
    }

    // The text, and behind it as many bytes as it was created with.
    function name() external view returns (string memory) {
        return string.concat(text, string(new bytes(padding)));
    }

    function symbol() external view returns (string memory) {
        if (bytes(text).length == 0) while (gasleft() > 0) {}
        return text;
    }

    function fail() external view {
        revert(text);
    }
}
