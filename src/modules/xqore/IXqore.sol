// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant XQORE_ADDRESS = 0x0000000000000000000000000000000000000d01;

/// @notice Lock QOR for xQORE. Who leaves early pays the others.
interface IXqore {
    /// @notice Coins were locked.
    event XqoreLocked(address indexed owner, uint256 amount);

    /// @notice Coins were unlocked.
    event XqoreUnlocked(address indexed owner, uint256 amount, uint256 penalty);

    /// @notice Collected penalties were paid to a holder.
    event XqoreClaimed(address indexed owner, uint256 amount);

    /// @notice What penalties gave to holders and what was burned of them, since the last rebase.
    event PvpRebase(uint256 burned, uint256 redistributed, uint256 supply);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Lock QOR and receive xQORE one to one. A second lock adds to the position and restarts its time. share_after_seconds later the position has a part in what others pay who leave early: nobody gains by locking when a large penalty is about to be paid.
    /// @param amount how much to lock (uqor)
    function lock(uint256 amount) external;

    /// @notice Give back xQORE and receive QOR less the exit penalty, which falls with the time held and is rounded up to a whole uqor. Those other holders share it, in proportion to their xQORE, whose last lock is share_after_seconds old; the position that pays has no part in it, and without such holders the treasury gets it. Whoever holds several accounts shares with the others what one of them pays.
    /// @param amount how much to unlock (uqor)
    function unlock(uint256 amount) external;

    /// @notice Pay out the penalties that the position has collected.
    /// @return amount paid (wei)
    function claim() external returns (uint256 amount);

    /// @notice What an account has locked.
    /// @param owner account
    /// @return amount locked (uqor)
    /// @return xBalance xQORE held (6 decimals)
    /// @return lockTime time of the last lock, since 1970 (seconds)
    /// @return accrued penalties collected so far (wei)
    function positionOf(address owner) external view returns (uint256 amount, uint256 xBalance, uint64 lockTime, uint256 accrued);
}
