// A suite of Hardhat 2: fixtures, time, signatures, events, balances, custom errors, reasons and panics, by its matchers, on contracts of OpenZeppelin and of Uniswap v3.
const { expect } = require('chai');
const { ethers, network } = require('hardhat');
const { PANIC_CODES } = require('@nomicfoundation/hardhat-chai-matchers/panic');
const helpers = require('@nomicfoundation/hardhat-network-helpers');
const factoryArtifact = require('@uniswap/v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json');
const poolArtifact = require('@uniswap/v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json');

async function deployed() {
  const [owner, voter, other] = await ethers.getSigners();
  const ballot = await ethers.deployContract('Ballot');
  await ballot.mint(voter, 100n);
  return { ballot, owner, voter, other };
}

let [ballot, owner, voter, other] = [];
async function begin() {
  ({ ballot, owner, voter, other } = await helpers.loadFixture(deployed));
}

describe('Ballot', () => {
  beforeEach(begin);

  it('begins each test with the fixture', async () => {
    await ballot.connect(voter).transfer(other, 40n);
    expect(await ballot.balanceOf(other)).to.equal(40n);
  });

  it('has nothing of the test before', async () => {
    expect(await ballot.balanceOf(other)).to.equal(0n);
  });

  it('tells what has changed', async () => {
    const transfer = ballot.connect(voter).transfer(other, 40n);
    await expect(transfer).to.emit(ballot, 'Transfer').withArgs(voter, other, 40n);
    await expect(transfer).to.changeTokenBalances(ballot, [voter, other], [-40n, 40n]);
    const payment = ballot.pay(other, { value: 5n });
    await expect(payment).to.changeEtherBalances([owner, other], [-5n, 5n]);
  });

  it('reverts transactions with custom errors', async () => {
    await expect(ballot.connect(other).mint(other, 1n))
      .to.be.revertedWithCustomError(ballot, 'OwnableUnauthorizedAccount')
      .withArgs(other);
    await expect(ballot.connect(other).transfer(voter, 1n))
      .to.be.revertedWithCustomError(ballot, 'ERC20InsufficientBalance')
      .withArgs(other, 0n, 1n);
    expect((await ethers.provider.getBlock('latest')).transactions.length).to.equal(1);
  });

  it('reverts transactions and calls with reasons, panics and without any', async () => {
    await expect(ballot.refuse(true)).to.be.revertedWith('refused');
    await expect(ballot.refuse(false)).to.be.revertedWithoutReason();
    await expect(ballot.entry(7n)).to.be.revertedWithPanic(PANIC_CODES.ARRAY_ACCESS_OUT_OF_BOUNDS);
    await expect(ballot.divide(1n, 0n)).to.be.revertedWithPanic(PANIC_CODES.DIVISION_BY_ZERO);
    await expect(ballot.refuse.staticCall(true)).to.be.revertedWith('refused');
    await expect(ballot.entry(0n)).not.to.be.reverted;
  });
});

describe('Ballot and time', () => {
  beforeEach(begin);

  it('verifies a signature until its time is over', async () => {
    const { name, version, chainId, verifyingContract } = await ballot.eip712Domain();
    const fields = ['owner address', 'spender address', 'value uint256', 'nonce uint256', 'deadline uint256'];
    const Permit = fields.map((field) => ({ name: field.split(' ')[0], type: field.split(' ')[1] }));
    const sign = async (deadline) => {
      const message = { owner: voter.address, spender: other.address, value: 30n, nonce: 0n, deadline };
      const signature = await voter.signTypedData({ name, version, chainId, verifyingContract }, { Permit }, message);
      const { v, r, s } = ethers.Signature.from(signature);
      return [voter, other, 30n, deadline, v, r, s];
    };
    const early = (await helpers.time.latest()) + 3600;
    const late = await sign(early);
    await helpers.time.increaseTo(early + 1);
    await expect(ballot.permit(...late)).to.be.revertedWithCustomError(ballot, 'ERC2612ExpiredSignature');
    await ballot.permit(...(await sign(early + 3600)));
    await ballot.connect(other).transferFrom(voter, owner, 30n);
    expect(await ballot.balanceOf(owner)).to.equal(30n);
  });

  it('counts votes by timestamps, which no two blocks share', async () => {
    const times = [];
    for (const [to, amount] of [
      [voter, 0n],
      [other, 10n],
      [other, 20n],
    ]) {
      await ballot.connect(voter).delegate(voter);
      await ballot.connect(voter).transfer(to, amount);
      times.push([await helpers.time.latest(), await ballot.getVotes(voter)]);
    }
    await helpers.mine(2, { interval: 60 });
    for (const [time, votes] of times) expect(await ballot.getPastVotes(voter, time)).to.equal(votes);
    await expect(ballot.getPastVotes(voter, 2n ** 40n)).to.be.revertedWithCustomError(ballot, 'ERC5805FutureLookup');
  });

  it('puts transactions into one block, and acts for others', async () => {
    await network.provider.send('evm_setAutomine', [false]);
    const [first, second] = [await ballot.mint(other, 1n), await ballot.mint(other, 2n)];
    await helpers.mine();
    await network.provider.send('evm_setAutomine', [true]);
    const blocks = [await first.wait(), await second.wait()].map(({ blockNumber }) => blockNumber);
    expect(blocks[0]).to.equal(blocks[1]);

    await helpers.impersonateAccount(ballot.target);
    await helpers.setBalance(ballot.target, 10n ** 20n);
    await ballot.mint(ballot.target, 9n);
    await ballot.connect(await ethers.getSigner(ballot.target)).transfer(other, 9n);
    expect(await ballot.balanceOf(other)).to.equal(12n);
  });
});

describe('UniswapV3Factory', () => {
  const [low, high] = [`0x${'11'.repeat(20)}`, `0x${'22'.repeat(20)}`];
  const atPar = 2n ** 96n;
  const withFactory = async () => {
    const [owner, other] = await ethers.getSigners();
    const factory = await ethers.getContractFactoryFromArtifact(factoryArtifact, owner);
    return { factory: await factory.deploy(), owner, other };
  };
  const withPool = async () => {
    const { factory, owner } = await helpers.loadFixture(withFactory);
    await factory.createPool(high, low, 3000);
    return new ethers.Contract(await factory.getPool(low, high, 3000), poolArtifact.abi, owner);
  };

  it('creates a pool at the address that follows from its tokens', async () => {
    const { factory, owner } = await helpers.loadFixture(withFactory);
    expect(await factory.owner()).to.equal(owner);
    expect([await factory.feeAmountTickSpacing(500), await factory.feeAmountTickSpacing(501)]).to.deep.equal([10n, 0n]);
    const salt = ethers.keccak256(
      ethers.AbiCoder.defaultAbiCoder().encode(['address', 'address', 'uint24'], [low, high, 3000]),
    );
    const pool = ethers.getCreate2Address(factory.target, salt, ethers.keccak256(poolArtifact.bytecode));
    await expect(factory.createPool(high, low, 3000))
      .to.emit(factory, 'PoolCreated')
      .withArgs(low, high, 3000, 60, pool);
    expect(await factory.getPool(high, low, 3000)).to.equal(pool);
    await expect(factory.createPool(low, high, 3000)).to.be.revertedWithoutReason();
    await expect(factory.createPool(low, low, 3000)).to.be.revertedWithoutReason();
  });

  it('lets its owner alone enable fees', async () => {
    const { factory, other } = await helpers.loadFixture(withFactory);
    await expect(factory.connect(other).enableFeeAmount(100, 2)).to.be.revertedWithoutReason();
    await expect(factory.enableFeeAmount(100, 2)).to.emit(factory, 'FeeAmountEnabled').withArgs(100, 2);
    await expect(factory.setOwner(other)).to.emit(factory, 'OwnerChanged');
    await expect(factory.enableFeeAmount(200, 4)).to.be.revertedWithoutReason();
  });

  it('begins at a price once, and observes it over time', async () => {
    const pool = await withPool();
    await expect(pool.increaseObservationCardinalityNext(2)).to.be.revertedWith('LOK');
    await expect(pool.initialize(atPar * 2n))
      .to.emit(pool, 'Initialize')
      .withArgs(atPar * 2n, 13863);
    await expect(pool.initialize(atPar)).to.be.revertedWith('AI');
    await helpers.time.increase(100);
    await helpers.mine();
    const { tickCumulatives } = await pool.observe([100, 0]);
    expect(tickCumulatives[1] - tickCumulatives[0]).to.equal(1_386_300n);
    await expect(pool.observe([10_000_000])).to.be.revertedWith('OLD');
  });
});
