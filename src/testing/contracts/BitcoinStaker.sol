// A contract that stakes bitcoin in its own name. The interface of the module stands above it.
contract BitcoinStaker {
    function stake(bytes32 btcTxHash, uint64 amountSatoshis, address validator) external returns (uint64) {
        return IBabylon(BABYLON_ADDRESS).restake(btcTxHash, amountSatoshis, validator);
    }

    function leave() external returns (uint64 unbondingHeight) {
        (uint64 positionId,,,,,) = IBabylon(BABYLON_ADDRESS).positionOf(address(this));
        return IBabylon(BABYLON_ADDRESS).unbond(uint48(positionId));
    }

    /// Catches the refusal of the module and continues.
    function tryStake(bytes32 btcTxHash, uint64 amountSatoshis) external returns (string memory) {
        try IBabylon(BABYLON_ADDRESS).restake(btcTxHash, amountSatoshis, address(this)) {
            return "staked";
        } catch Error(string memory reason) {
            return reason;
        }
    }
}
