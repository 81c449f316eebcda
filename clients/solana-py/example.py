"""solana-py and solders: reads balance, account and block in the shape of Solana, and waits for a slot over WebSocket."""
import asyncio
import os

from solana.rpc.api import Client
from solana.rpc.websocket_api import connect
from solders.pubkey import Pubkey

client = Client(os.environ["QORD_SVM_URL"])
assert client.is_connected()
# the first account of every development network: the 20 bytes of its address, followed by zeros
key = Pubkey(bytes.fromhex("f39fd6e51aad88f6f4ce6ab8827279cfffb92266") + bytes(12))
assert client.get_balance(key).value > 10**9
account = client.get_account_info(key).value
assert account is not None and str(account.owner) == "11111111111111111111111111111111"
slot = client.get_slot().value
block = client.get_block(slot, max_supported_transaction_version=0).value
assert block is not None and block.block_height == slot
assert client.get_latest_blockhash().value.last_valid_block_height > slot


async def next_slot() -> int:
    async with connect(os.environ["QORD_SVM_WS_URL"]) as websocket:
        await websocket.slot_subscribe()
        await websocket.recv()
        [notification] = await websocket.recv()
        return notification.result.slot


assert asyncio.run(asyncio.wait_for(next_slot(), 60)) > slot
print("solana-py ok")
