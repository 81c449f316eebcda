"""web3.py: sends a transaction of an account that the node signs for, reads it back, and traces it (module tracing)."""
import os

from web3 import Web3

web3 = Web3(Web3.HTTPProvider(os.environ["QORD_URL"]))
assert web3.eth.chain_id == 9800
sender, recipient = web3.eth.accounts[0], Web3.to_checksum_address("0x" + "42" * 20)
before = web3.eth.get_balance(recipient)
sent = web3.eth.send_transaction({"from": sender, "to": recipient, "value": Web3.to_wei(1, "ether")})
receipt = web3.eth.wait_for_transaction_receipt(sent)
assert receipt["status"] == 1 and web3.eth.get_balance(recipient) - before == 10**18

[trace] = web3.tracing.trace_transaction(sent)
assert trace["type"] == "call" and trace["action"]["to"].lower() == recipient.lower()
[of_block] = web3.tracing.trace_block(receipt["blockNumber"])
assert of_block["transactionHash"] == sent
replay = web3.tracing.trace_replay_transaction(sent, ["stateDiff"])
assert recipient.lower() in {account.lower() for account in replay["stateDiff"]}
found = web3.tracing.trace_filter({"fromBlock": receipt["blockNumber"], "toBlock": receipt["blockNumber"], "toAddress": [recipient]})
assert len(found) == 1
print("web3.py ok")
