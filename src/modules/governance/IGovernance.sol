// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant GOVERNANCE_ADDRESS = 0x0000000000000000000000000000000000000804;

/// @notice Proposals by deposit, decided by bonded stake and executed as the authority of the network.
interface IGovernance {
    /// @notice A proposal was submitted.
    event Proposed(uint64 indexed proposal, address indexed proposer, string kind, string title);

    /// @notice Coins were deposited for a proposal.
    event Deposited(uint64 indexed proposal, address indexed depositor, uint256 amount);

    /// @notice The deposit of a proposal is complete.
    event VotingBegan(uint64 indexed proposal, uint64 end);

    /// @notice An account has voted, or has changed its vote.
    event Voted(uint64 indexed proposal, address indexed voter, string option, uint256 weight);

    /// @notice A proposal is over.
    event Ended(uint64 indexed proposal, string status, string failure);

    /// @notice The treasury rewarded the proposer of what has passed.
    event Rewarded(uint64 indexed proposal, address indexed proposer, uint256 amount);

    /// @notice A deposit was paid back.
    event Reclaimed(uint64 indexed proposal, address indexed depositor, uint256 amount);

    /// @notice A hook of this module failed in this block; all that it had changed was undone.
    event HookFailed(string hook, string kind);

    /// @notice What waited in a queue could not be settled in this block: it left the queue, and nothing else was changed. Where it holds coins, it is tried again later.
    event QueueEntryDropped(string queue, string entry, string kind);

    /// @notice Propose a text to vote on. Nothing is executed.
    /// @param title title, 1 to 140 bytes; at most 256 bytes are decoded
    /// @param summary what and why; at most 10000 bytes are decoded
    /// @param deposit first deposit (uqor)
    /// @return proposal number of the proposal
    function proposeText(string calldata title, string calldata summary, uint256 deposit) external returns (uint64 proposal);

    /// @notice Propose to change parameters of a module.
    /// @param title title, 1 to 140 bytes; at most 256 bytes are decoded
    /// @param summary what and why; at most 10000 bytes are decoded
    /// @param module name of the module, such as burn; at most 256 bytes are decoded
    /// @param changes parameters and their new values, as a JSON object; at most 16384 bytes are decoded
    /// @param deposit first deposit (uqor)
    /// @return proposal number of the proposal
    function proposeParams(string calldata title, string calldata summary, string calldata module, string calldata changes, uint256 deposit) external returns (uint64 proposal);

    /// @notice Propose to pay an account from the treasury.
    /// @param title title, 1 to 140 bytes; at most 256 bytes are decoded
    /// @param summary what and why; at most 10000 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (uqor)
    /// @param deposit first deposit (uqor)
    /// @return proposal number of the proposal
    function proposeSpend(string calldata title, string calldata summary, address to, uint256 amount, uint256 deposit) external returns (uint64 proposal);

    /// @notice Propose any other call, of a module that obeys the authority or of a contract.
    /// @param title title, 1 to 140 bytes; at most 256 bytes are decoded
    /// @param summary what and why; at most 10000 bytes are decoded
    /// @param to module or contract that is called
    /// @param data selector and arguments of the call; at most 16384 bytes are decoded
    /// @param deposit first deposit (uqor)
    /// @return proposal number of the proposal
    function proposeCall(string calldata title, string calldata summary, address to, bytes calldata data, uint256 deposit) external returns (uint64 proposal);

    /// @notice Add to the deposit of a proposal. Voting begins when it is complete.
    /// @param proposal number of the proposal
    /// @param amount how much (uqor)
    function deposit(uint64 proposal, uint256 amount) external;

    /// @notice Vote with all stake that the caller has bonded with active validators now, and with the xQORE that it locked before the vote began, which stay locked until the vote is over: each counts `governance_multiplier` times, and more the longer it is locked (parameters of xqore). A later vote replaces it.
    /// @param proposal number of the proposal
    /// @param option yes, no, abstain or no_with_veto; at most 256 bytes are decoded
    function vote(uint64 proposal, string calldata option) external;

    /// @notice Pay back what the caller has deposited for a proposal that is over; after a veto it is burned.
    /// @param proposal number of the proposal
    /// @return amount paid back (uqor)
    function reclaim(uint64 proposal) external returns (uint256 amount);

    /// @notice How a proposal stands.
    /// @param proposal number of the proposal
    /// @return status deposit, voting, passed, rejected, vetoed, failed or expired
    /// @return deposit deposited (uqor)
    /// @return votingEnd when voting ends, since 1970; 0 before it begins (seconds)
    /// @return yes stake for it (uqor)
    /// @return no stake against it (uqor)
    /// @return abstain stake that only counts for the quorum (uqor)
    /// @return noWithVeto stake against it, and for burning the deposit (uqor)
    function standingOf(uint64 proposal) external view returns (string memory status, uint256 deposit, uint64 votingEnd, uint256 yes, uint256 no, uint256 abstain, uint256 noWithVeto);
}
