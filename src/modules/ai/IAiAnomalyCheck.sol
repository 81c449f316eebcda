// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant AIANOMALYCHECK_ADDRESS = 0x0000000000000000000000000000000000000B02;

/// @notice Assesses transactions by fixed rules, one by one and together: it counts and flags, and never rejects. Contracts are looked at for single instructions that are often misused (docs of aiRiskScore), not analysed: what scores low is not thereby safe. Its routing strategy decides how a block is made of the lanes.
interface IAiAnomalyCheck {
    /// @notice How unusual it would be for an account to send an amount now, by what it did before.
    /// @param sender who would send
    /// @param amount how much (wei)
    /// @return anomalyScore basis points, 0 to 10000
    /// @return flagged above the threshold
    function aiAnomalyCheck(address sender, uint256 amount) external view returns (uint256 anomalyScore, bool flagged);
}
