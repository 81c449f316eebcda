// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant STAKING_ADDRESS = 0x0000000000000000000000000000000000000801;

/// @notice Validators, and the coins bonded with them.
interface IStaking {
    /// @notice A validator was created.
    event ValidatorCreated(address indexed validator, string moniker);

    /// @notice Coins were bonded with a validator.
    event Delegated(address indexed delegator, address indexed validator, uint256 amount);

    /// @notice Coins begin to unbond; they are paid out later.
    event Undelegated(address indexed delegator, address indexed validator, uint256 amount, uint64 completion);

    /// @notice Coins moved from one validator to another.
    event Redelegated(address indexed delegator, address indexed from, address indexed to, uint256 amount);

    /// @notice Coins were paid out after their unbonding time.
    event Unbonded(address indexed delegator, address indexed validator, uint256 amount);

    /// @notice Part of a stake was burned.
    event Slashed(address indexed validator, uint256 amount, string reason);

    /// @notice Part of redelegated coins was burned for what the validator they left had done.
    event RedelegationSlashed(address indexed delegator, address indexed from, address indexed to, uint256 amount);

    /// @notice A validator was released from jail.
    event Unjailed(address indexed validator);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Become a validator: name the key that signs blocks, prove to hold it, and bond the first stake.
    /// @param key public key that signs blocks: 32 bytes of ed25519, or 33 of secp256k1; at most 33 bytes are decoded
    /// @param proof signature of that key for this operator: 64 bytes, or 65; at most 65 bytes are decoded
    /// @param moniker name of the validator, 1 to 70 bytes; at most 256 bytes are decoded
    /// @param commission commission in basis points: 500 is 5 %
    /// @param amount self bond (uqor)
    function createValidator(bytes calldata key, bytes calldata proof, string calldata moniker, uint16 commission, uint256 amount) external;

    /// @notice Change the commission of the caller’s validator; what was earned until now keeps the old one.
    /// @param commission commission in basis points: 500 is 5 %
    function setCommission(uint16 commission) external;

    /// @notice State which node runs the caller’s validator, so that its peers can be found by the validator. Nothing checks it.
    /// @param node id of the node as 0x and 40 digits, from qord comet node-id; zero for none
    function setNode(address node) external;

    /// @notice Bring the caller’s jailed validator back.
    function unjail() external;

    /// @notice Bond coins with a validator and earn with it.
    /// @param validator operator of the validator
    /// @param amount how much (uqor)
    function delegate(address validator, uint256 amount) external;

    /// @notice Take coins back from a validator. They are paid after the unbonding time.
    /// @param validator operator of the validator
    /// @param amount how much (uqor)
    /// @return completion when they are paid, since 1970 (seconds)
    function undelegate(address validator, uint256 amount) external returns (uint64 completion);

    /// @notice Move coins from one validator to another without unbonding. For the unbonding time they stay liable for what the first did before, and may not move on.
    /// @param from operator of the validator
    /// @param to operator of the new validator
    /// @param amount how much (uqor)
    function redelegate(address from, address to, uint256 amount) external;

    /// @notice What an account has bonded with a validator.
    /// @param delegator account
    /// @param validator operator of the validator
    /// @return amount worth now (uqor)
    /// @return shares shares held
    function delegationOf(address delegator, address validator) external view returns (uint256 amount, uint256 shares);

    /// @notice A validator by its operator.
    /// @param validator operator of the validator
    /// @return moniker its name
    /// @return tokens bonded with it (uqor)
    /// @return isActive it signs blocks
    /// @return isJailed it was taken out for misbehaviour
    function validatorOf(address validator) external view returns (string memory moniker, uint256 tokens, bool isActive, bool isJailed);
}
