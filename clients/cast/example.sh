#!/usr/bin/env bash
# Foundry's cast: sends a transaction and shows its trace (trace_transaction), and executes it again (cast run).
set -euo pipefail
key=0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80 # of every development network
recipient=0x4444444444444444444444444444444444444444
sent=$(npx cast send --rpc-url "$QORD_URL" --private-key "$key" "$recipient" --value 5 --json)
hash=$(sed 's/.*"transactionHash":"\([^"]*\)".*/\1/' <<<"$sent")
trace=$(npx cast trace --rpc-url "$QORD_URL" "$hash")
grep -q "\"to\": \"$recipient\"" <<<"$trace"
grep -q '"value": "0x5"' <<<"$trace"
grep -q 'Gas used: 21000' <<<"$(npx cast run --rpc-url "$QORD_URL" "$hash")"
echo 'cast ok'
