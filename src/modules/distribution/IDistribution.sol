// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant DISTRIBUTION_ADDRESS = 0x0000000000000000000000000000000000000802;

/// @notice Pays validators and those who delegate to them, in proportion to their stake: their parts of the fees, and the emission. Of what stakers earn, the validator gets its commission.
interface IDistribution {
    /// @notice A delegator took its rewards.
    event RewardsWithdrawn(address indexed delegator, address indexed validator, uint256 amount);

    /// @notice A validator took its income.
    event IncomeWithdrawn(address indexed validator, uint256 amount);

    /// @notice Pay out what the caller has earned by delegating to a validator.
    /// @param validator operator of the validator
    /// @return amount paid (wei)
    function withdrawRewards(address validator) external returns (uint256 amount);

    /// @notice Pay out what the caller has earned as a validator: its part of the fees, and its commission.
    /// @return amount paid (wei)
    function withdrawIncome() external returns (uint256 amount);

    /// @notice What a delegator has earned with a validator and not yet taken.
    /// @param delegator who delegated
    /// @param validator operator of the validator
    /// @return amount earned (wei)
    function rewardsOf(address delegator, address validator) external view returns (uint256 amount);

    /// @notice What a validator has earned for itself and not yet taken.
    /// @param validator operator of the validator
    /// @return amount earned (wei)
    function incomeOf(address validator) external view returns (uint256 amount);
}
