#!/usr/bin/env bash
# Foundry: cast send, trace and run; forge create, forge script --broadcast, forge test --fork-url; chisel on a fork.
set -euo pipefail
key=0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80 # of every development network
options=(--rpc-url "$QORD_URL" --private-key "$key")
recipient=0x4444444444444444444444444444444444444444
sent=$(npx cast send "${options[@]}" "$recipient" --value 5 --json)
hash=$(sed 's/.*"transactionHash":"\([^"]*\)".*/\1/' <<<"$sent")
trace=$(npx cast trace --rpc-url "$QORD_URL" "$hash")
grep -q "\"to\": \"$recipient\"" <<<"$trace"
grep -q '"value": "0x5"' <<<"$trace"
grep -q 'Gas used: 21000' <<<"$(npx cast run --rpc-url "$QORD_URL" "$hash")"

# src/Counter.sol, by forge and by the script script/Deploy.s.sol
created=$(npx forge create "${options[@]}" --broadcast --json src/Counter.sol:Counter --constructor-args 41)
COUNTER=$(sed -n 's/.*"deployedTo": *"\([^"]*\)".*/\1/p' <<<"$created")
sent=$(npx cast send "${options[@]}" "$COUNTER" 'increment()' --json)
INCREMENT=$(sed 's/.*"transactionHash":"\([^"]*\)".*/\1/' <<<"$sent")
INCREMENTED_IN=$(sed 's/.*"blockNumber":"\([^"]*\)".*/\1/' <<<"$sent")
[ "$(npx cast call --rpc-url "$QORD_URL" "$COUNTER" 'number()(uint256)')" = 42 ]
npx forge script "${options[@]}" --broadcast script/Deploy.s.sol >/dev/null
deployed=$(sed -n 's/.*"contractAddress": *"\([^"]*\)".*/\1/p' broadcast/Deploy.s.sol/9800/run-latest.json | head -1)
[ "$(npx cast call --rpc-url "$QORD_URL" "$deployed" 'number()(uint256)')" = 7 ]

export COUNTER INCREMENT INCREMENTED_IN # test/Fork.t.sol reads them
grep -q '4 passed; 0 failed' <<<"$(npx forge test --fork-url "$QORD_URL")"
grep -q 'Decimal: 5$' <<<"$(npx chisel --fork-url "$QORD_URL" eval "address($recipient).balance")"
echo 'foundry ok'
