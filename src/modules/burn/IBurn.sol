// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant BURN_ADDRESS = 0x0000000000000000000000000000000000000D08;

/// @notice Splits the fees of every block, and what anybody gives to the fee collector, and keeps account of all coins that leave existence. Shares are rounded down to whole wei; the treasury gets the rest.
interface IBurn {
    /// @notice Coins left existence.
    event TokensBurned(string indexed channel, uint256 amount);

    /// @notice The fees of a block were split.
    event FeeDistributed(uint256 totalFees, uint256 validatorAmount, uint256 burnAmount, uint256 treasuryAmount, uint256 stakerAmount, uint256 lightNodeAmount);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Everything burned up to the last block, slashed stakes and contracts that destroyed themselves included.
    /// @return amount burned (wei)
    function totalBurned() external view returns (uint256 amount);

    /// @notice What one source burned since genesis.
    /// @param source one of gas_fee, contract_create, ai_service, bridge_fee, treasury_buyback, failed_tx, xqore_penalty, auto_buyback, tge, rollup_create, milestone, amm, slash, veto; at most 256 bytes are decoded
    /// @return amount burned (wei)
    function burnedBy(string calldata source) external view returns (uint256 amount);
}
