// A contract that owns bridged assets. The interface stands above it.
contract BridgeUser {
    /// Claims a deposit for this contract.
    function claim(string calldata txHash, uint256 amount) external returns (string memory) {
        return IBridge(BRIDGE_ADDRESS).deposit("ethereum", txHash, "USDC", amount, new bytes[](0), "", address(0));
    }

    function held() public view returns (uint256) {
        return IBridge(BRIDGE_ADDRESS).balanceOf("ethereum", "USDC", address(this));
    }

    /// Sends half of what it holds home, for a fee in QOR, and gives the rest away.
    function payOut(string calldata home, address friend) external payable returns (string memory id) {
        uint256 half = held() / 2;
        id = IBridge(BRIDGE_ADDRESS).withdraw("ethereum", home, "USDC", half);
        IBridge(BRIDGE_ADDRESS).transfer("ethereum", "USDC", friend, held());
    }

    /// Catches the refusal of the bridge and continues.
    function tryTooMuch(string calldata home) external returns (string memory) {
        try IBridge(BRIDGE_ADDRESS).withdraw("ethereum", home, "USDC", held() + 1) returns (string memory) {
            return "withdrawn";
        } catch Error(string memory reason) {
            return reason;
        }
    }
}
