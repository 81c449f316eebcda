// SPDX-License-Identifier: MIT
pragma solidity 0.8.28;

import {Ownable} from "@openzeppelin/contracts/access/Ownable.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";
import {ERC20Permit} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Permit.sol";
import {ERC20Votes} from "@openzeppelin/contracts/token/ERC20/extensions/ERC20Votes.sol";
import {Nonces} from "@openzeppelin/contracts/utils/Nonces.sol";

/// A token whose votes count by timestamp.
contract Ballot is ERC20, ERC20Permit, ERC20Votes, Ownable {
    uint256[] private entries;

    constructor() ERC20("Ballot", "B") ERC20Permit("Ballot") Ownable(msg.sender) {}

    function mint(address to, uint256 amount) external onlyOwner {
        _mint(to, amount);
    }

    function entry(uint256 index) external returns (uint256) {
        entries.push(0);
        return entries[index];
    }

    function divide(uint256 dividend, uint256 divisor) external pure returns (uint256) {
        return dividend / divisor;
    }

    function refuse(bool withReason) external {
        entries.push(1);
        require(!withReason, "refused");
        revert();
    }

    function pay(address payable to) external payable {
        to.transfer(msg.value);
    }

    function clock() public view override returns (uint48) {
        return uint48(block.timestamp);
    }

    function CLOCK_MODE() public pure override returns (string memory) {
        return "mode=timestamp";
    }

    function _update(address from, address to, uint256 value) internal override(ERC20, ERC20Votes) {
        super._update(from, to, value);
    }

    function nonces(address owner) public view override(ERC20Permit, Nonces) returns (uint256) {
        return super.nonces(owner);
    }
}
