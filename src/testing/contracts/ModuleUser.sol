// A contract that uses every native module as it would use another contract. The interfaces stand above it.
contract ModuleUser {
    receive() external payable {}

    /// Calls that change state, made by this contract for itself.
    function act(address validator) external payable {
        IXqore(XQORE_ADDRESS).lock(2_000_000);
        IXqore(XQORE_ADDRESS).unlock(1_000_000);
        IStaking(STAKING_ADDRESS).delegate(validator, 3_000_000);
        IDistribution(DISTRIBUTION_ADDRESS).withdrawRewards(validator);
        IBank(BANK_ADDRESS).send("0x4242424242424242424242424242424242424242", 5, "from a contract");
        IPqc(PQC_ADDRESS).registerKey(1, "", "", "classical_only");
        ISvm(SVM_ADDRESS).deposit{value: 890_880 gwei}("9WzDXwBbmkg8ZTbNMqUxvQRAyrZzDsGYdLVL9zYtAWWM");
        IAbstractaccount(ABSTRACTACCOUNT_ADDRESS).create("session_based");
        string memory other = "0x4242424242424242424242424242424242424242";
        ICrossvm(CROSSVM_ADDRESS).executeCrossVMCall{value: 7 * 10 ** 12}(0, other, "");
        ICrossvm(CROSSVM_ADDRESS).call("cosmwasm", "evm", other, "x", 11);
    }

    /// A rollup of this contract: created, funded and settled once.
    function roll() external payable {
        IRdk(RDK_ADDRESS).createRollup("contract", "custom", 10_000_000_000, "");
        IRdk(RDK_ADDRESS).deposit("contract", 4_000_000, "");
        IRdk(RDK_ADDRESS).submitBatch("contract", 1, keccak256("state"), 0, 1, 0, 0, "");
        (address creator, string memory status,, uint64 batches,,, uint256 escrow) =
            IRdk(RDK_ADDRESS).rollupOf("contract");
        require(creator == address(this) && batches == 1 && escrow == 4_000_000, "rollup");
        require(keccak256(bytes(status)) == keccak256("active"), "status");
    }

    /// Locks and then fails: nothing of it may remain.
    function lockAndFail() external {
        IXqore(XQORE_ADDRESS).lock(2_000_000);
        revert("changed my mind");
    }

    /// Catches the refusal of a module and continues.
    function tryTooMuch() external returns (string memory) {
        try IXqore(XQORE_ADDRESS).lock(1) {
            return "locked";
        } catch Error(string memory reason) {
            return reason;
        }
    }

    /// One view of every module that has no call to change state.
    function look(address validator) external view returns (uint256 seen) {
        (bool registered,,) = IPqcKeyStatus(PQCKEYSTATUS_ADDRESS).pqcKeyStatus(address(this));
        require(registered, "key status");
        require(!IPqcVerify(PQCVERIFY_ADDRESS).pqcVerify("", "", ""), "verify");
        (uint256 score,) = IAi(AI_ADDRESS).aiRiskScore(hex"a9059cbb");
        (uint256 anomaly,) = IAiAnomalyCheck(AIANOMALYCHECK_ADDRESS).aiAnomalyCheck(address(this), 1);
        (uint256 blockTime,,,) = IRlconsensus(RLCONSENSUS_ADDRESS).rlConsensusParams();
        (, uint64 totalMinted,) = emission();
        seen = score + anomaly + blockTime + totalMinted;
        seen += IReputation(REPUTATION_ADDRESS).scoreOf(validator);
        seen += IBurn(BURN_ADDRESS).totalBurned();
        require(bytes(IQca(QCA_ADDRESS).poolOf(validator)).length > 0, "pool");
        (bool encrypted,,,) = IFairblock(FAIRBLOCK_ADDRESS).status();
        require(!encrypted, "fairblock");
        require(IGasabstraction(GASABSTRACTION_ADDRESS).quote("ibc/ATOM", 50) == 500, "quote");
        (uint64 gas,) = ILanes(LANES_ADDRESS).laneGas("default");
        require(gas == 40_000_000, "lanes");
        string[] memory here = new string[](1);
        here[0] = "main";
        require(IMultilayer(MULTILAYER_ADDRESS).bundledFee(150_000, here) == 150, "multilayer");
        (string memory status,,,,,) = IBridge(BRIDGE_ADDRESS).limitsOf("bitcoin");
        require(keccak256(bytes(status)) == keccak256("pending"), "bridge");
        require(IAuthority(AUTHORITY_ADDRESS).authority() != address(0), "authority");
        (bool staking,,,,,) = IBabylon(BABYLON_ADDRESS).status();
        require(!staking, "babylon");
    }

    function emission() private view returns (uint64, uint64, uint256) {
        (uint64 epoch, uint256 minted, uint256 next) = IInflation(INFLATION_ADDRESS).emission();
        return (epoch, uint64(minted), next);
    }

    /// Calls that only the authority may make: rejected for this contract.
    function overreach() external returns (bool rejected) {
        (bool done,) = RLCONSENSUSAUTHORITY_ADDRESS.call(
            abi.encodeCall(IRlconsensusAuthority.setAgentMode, ("auto"))
        );
        return !done;
    }

    /// Not a call of its own: rejected.
    function delegateToModule() external returns (bool rejected) {
        (bool done,) = XQORE_ADDRESS.delegatecall(abi.encodeCall(IXqore.lock, (2_000_000)));
        return !done;
    }
}
