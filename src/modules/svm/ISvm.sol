// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

// Made from the declaration of the module by `npm run docs`; do not edit.

address constant SVM_ADDRESS = 0x0000000000000000000000000000000000000D07;

/// @notice Accounts of the SVM only, and the programs there are. No SVM program runs here.
interface ISvm {
    /// @notice Coins went to an account of the SVM side.
    event SvmDeposit(address indexed from, bytes32 indexed key, uint256 amount);

    /// @notice Coins came back from an account of the SVM side.
    event SvmWithdrawal(bytes32 indexed key, address indexed to, uint256 amount);

    /// @notice Move the value sent along to an SVM-only account. The first deposit must reach the rent-exempt minimum. Nothing goes to a key that is no point of Ed25519 (such as an address derived by a program), which nobody can sign for. `crossvm call evm svm` with funds and no payload does the same.
    /// @param account the account in base58; at most 256 bytes are decoded
    function deposit(string calldata account) external payable;

    /// @notice Pay a native account from an SVM-only account. Its key signs the digest that withdrawalDigest returns (Ed25519); anybody may send it. `crossvm call svm evm` does the same.
    /// @param account the account in base58; at most 256 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (wei)
    /// @param signature 64 bytes; at most 256 bytes are decoded
    function withdraw(string calldata account, address to, uint256 amount, bytes calldata signature) external;

    /// @notice What the key of an account signs for its next withdrawal: `qor-svm-auth-v2`, see the signed texts below.
    /// @param account the account in base58; at most 256 bytes are decoded
    /// @param to who is paid
    /// @param amount how much (wei)
    /// @return digest sign this; zeros when there is no such account
    function withdrawalDigest(string calldata account, address to, uint256 amount) external view returns (bytes32 digest);

    /// @notice Lamports of an SVM-only account.
    /// @param account the account in base58; at most 256 bytes are decoded
    /// @return lamports held
    function balanceOf(string calldata account) external view returns (uint256 lamports);

    /// @notice Lamports that an account with so much data must hold to be exempt from rent.
    /// @param dataLength bytes
    /// @return lamports at least
    function minimumBalance(uint32 dataLength) external view returns (uint64 lamports);

    /// @notice Deploy an SVM program. Always rejected: SVM module is disabled (11).
    /// @param bytecode the program; at most 131072 bytes are decoded
    function deployProgram(bytes calldata bytecode) external;

    /// @notice Execute an SVM program. Always rejected: SVM module is disabled (11).
    /// @param program in base58; at most 256 bytes are decoded
    /// @param data of the instruction; at most 131072 bytes are decoded
    function execute(string calldata program, bytes calldata data) external;

    /// @notice Create an account that belongs to an SVM program. Always rejected: SVM module is disabled (11).
    /// @param owner program in base58; at most 256 bytes are decoded
    /// @param space bytes
    /// @param lamports to hold
    function createAccount(string calldata owner, uint64 space, uint64 lamports) external;
}
