"""ape: signs a transfer, deploys a contract, calls it, and reads blocks and logs."""
import os

from ape import accounts, chain, networks
from ape.contracts import ContractContainer
from ethpm_types import ContractType

# its constructor returns code that returns 42
abi = [
    {"type": "function", "name": "answer", "inputs": [], "outputs": [{"name": "", "type": "uint256"}], "stateMutability": "view"},
]
code = "0x600a600c600039600a6000f3602a60005260206000f3"
answering = ContractContainer(ContractType(contractName="Answering", abi=abi, deploymentBytecode={"bytecode": code}))

with networks.parse_network_choice(os.environ["QORD_URL"]) as provider:
    assert provider.chain_id == 9800
    # ape's accounts for tests are those of every development network
    owner, recipient = accounts.test_accounts[0], accounts.test_accounts[8]
    before = recipient.balance
    receipt = owner.transfer(recipient, "1 ether")
    assert receipt.status == 1 and recipient.balance - before == 10**18
    contract = owner.deploy(answering)
    assert contract.answer() == 42
    assert chain.blocks[receipt.block_number].hash == provider.get_block(receipt.block_number).hash
    assert owner.history[-1].txn_hash != receipt.txn_hash
print("ape ok")
