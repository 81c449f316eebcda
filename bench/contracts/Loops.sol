// SPDX-License-Identifier: Apache-2.0
pragma solidity ^0.8.20;

/// Loops that each spend their time in one kind of work: what the engine is compared by.
contract Loops {
    mapping(address => uint256) public balanceOf;
    mapping(uint256 => uint256) private table;
    uint256[64] private ring;

    // ---- arithmetic

    /// 256-bit multiply, add, shift and xor without overflow checks.
    function unchecked_(uint256 n) external pure returns (uint256 x) {
        unchecked {
            x = 1;
            for (uint256 i = 0; i < n; i++) {
                x = x * 6364136223846793005 + i;
                x ^= x >> 13;
            }
        }
    }

    /// The same with checks, divisions and remainders.
    function checked_(uint256 n) external pure returns (uint256 x) {
        x = 1;
        for (uint256 i = 0; i < n; i++) {
            x = (x * 3 + i) % 1000000007;
            x = x - (x / 7) + 5;
        }
    }

    /// Nothing but counting.
    function count(uint256 n) external pure returns (uint256 x) {
        unchecked {
            for (uint256 i = 0; i < n; ++i) x += i;
        }
    }

    /// mulmod with a modulus that changes, and a division of full words.
    function mulDiv(uint256 n) external pure returns (uint256 x) {
        x = type(uint128).max;
        for (uint256 i = 1; i < n; i++) x = mulmod(x, x, type(uint256).max - i) / (i + 1) + 12345;
    }

    /// mulmod and addmod over the prime of bn254, as in curve arithmetic.
    function mulMod(uint256 n) external pure returns (uint256 x) {
        uint256 prime = 21888242871839275222246405745257275088696311157297823662689037894645226208583;
        unchecked {
            x = 7;
            for (uint256 i = 0; i < n; i++) x = addmod(mulmod(x, x, prime), i, prime);
        }
    }

    function power(uint256 n) external pure returns (uint256 x) {
        unchecked {
            for (uint256 i = 0; i < n; i++) x += (i + 3) ** 17;
        }
    }

    // ---- keccak

    function hashes(uint256 n) external pure returns (bytes32 h) {
        for (uint256 i = 0; i < n; i++) h = keccak256(abi.encode(h, i));
    }

    /// Hashes of 64 bytes and hardly anything else.
    function hashesInAssembly(uint256 n) external pure returns (bytes32 h) {
        assembly {
            for { let i := 0 } lt(i, n) { i := add(i, 1) } {
                mstore(0, h)
                mstore(0x20, i)
                h := keccak256(0, 0x40)
            }
        }
    }

    // ---- memory

    function sort(uint256 n) external pure returns (uint256) {
        uint256[] memory values = new uint256[](n);
        unchecked {
            uint256 seed = 12345;
            for (uint256 i = 0; i < n; i++) {
                seed = (seed * 1103515245 + 12345) & 0x7fffffff;
                values[i] = seed;
            }
        }
        for (uint256 i = 0; i < n; i++) {
            for (uint256 j = 0; j + 1 < n - i; j++) {
                if (values[j] > values[j + 1]) (values[j], values[j + 1]) = (values[j + 1], values[j]);
            }
        }
        return values[n / 2];
    }

    function fill(uint256 n) external pure returns (uint256 sum) {
        uint256[] memory values = new uint256[](1024);
        for (uint256 k = 0; k < n; k++) {
            for (uint256 i = 0; i < 1024; i++) values[i] = i + k;
            sum += values[k & 1023];
        }
    }

    // ---- storage

    function loadSlots(uint256 n) external view returns (uint256 sum) {
        for (uint256 i = 0; i < n; i++) sum += ring[i & 63];
    }

    function loadMapping(uint256 n) external view returns (uint256 sum) {
        for (uint256 i = 0; i < n; i++) sum += table[i & 63];
    }

    function storeSlots(uint256 n) external returns (uint256) {
        for (uint256 i = 0; i < n; i++) ring[i & 63] = ring[(i + 1) & 63] + i;
        return ring[3];
    }

    // ---- calls

    function echo(uint256 x) external pure returns (uint256) {
        return x;
    }

    function nested(uint256 n) external view returns (uint256 sum) {
        for (uint256 i = 0; i < n; i++) sum += this.echo(i);
    }

    /// Calls of another contract, each with a slot that nobody has read before.
    function nestedFresh(uint256 n, Loops other) external view returns (uint256 sum) {
        for (uint256 i = 0; i < n; i++) sum += other.balanceOf(address(uint160(i)));
    }

    function fibonacci(uint256 n) public pure returns (uint256) {
        return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
    }

    /// n calls of itself inside one another.
    function deep(uint256 n) external view returns (uint256) {
        return n == 0 ? 1 : this.deep(n - 1) + 1;
    }
}
