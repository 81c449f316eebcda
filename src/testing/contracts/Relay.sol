// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.28;

// Passes messages on, in every way in which a contract can; also as the code of a delegated account.
contract Relay {
    /// Passes one on while it is created.
    constructor(uint8 kind, address target, uint256 value, bytes memory data) payable {
        if (target != address(0)) passOn(kind, target, value, data);
    }

    receive() external payable {}

    /// By CALL, DELEGATECALL, STATICCALL or CALLCODE (kind 0 to 3), twice or once. Reverts with the answer when
    /// `strict` and it fails, and without a reason when `late`.
    function pass(uint8 kind, address target, uint256 value, bytes calldata data, bool twice, bool strict, bool late)
        external
        payable
    {
        (bool done, bytes memory answer) = passOn(kind, target, value, data);
        if (twice) (done, answer) = passOn(kind, target, value, data);
        if (strict && !done) {
            assembly {
                revert(add(answer, 32), mload(answer))
            }
        }
        require(!late);
    }

    function passOn(uint8 kind, address target, uint256 value, bytes memory data)
        private
        returns (bool done, bytes memory answer)
    {
        if (kind == 0) (done, answer) = target.call{value: value}(data);
        else if (kind == 1) (done, answer) = target.delegatecall(data);
        else if (kind == 2) (done, answer) = target.staticcall(data);
        else {
            assembly {
                done := callcode(gas(), target, value, add(data, 32), mload(data), 0, 0)
            }
        }
    }
}
