#!/usr/bin/env bash
# ethereum-etl: exports the traces of a block (export_traces, by trace_block) as CSV.
# Its web3.py needs a newer parsimonious with Python 3.11 (overrides.txt).
set -euo pipefail
ask() {
  curl -sf -H 'content-type: application/json' -d "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"$1\",\"params\":[$2]}" "$QORD_URL"
}
sender=0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266 # of every development network
recipient=0x4545454545454545454545454545454545454545
hash=$(ask eth_sendTransaction "{\"from\":\"$sender\",\"to\":\"$recipient\",\"value\":\"0x5\"}" | sed 's/.*"result":"\([^"]*\)".*/\1/')
number=
for _ in $(seq 100); do
  number=$(ask eth_getTransactionReceipt "\"$hash\"" | sed -n 's/.*"blockNumber":"\([^"]*\)".*/\1/p')
  [ -n "$number" ] && break
  sleep 0.2
done
file=$(mktemp)
trap 'rm -f "$file"' EXIT
ethereumetl export_traces -s $((number)) -e $((number)) -w 1 -p "$QORD_URL" -o "$file" 2>/dev/null
grep -q "^$((number)),$hash,0,$sender,$recipient,5,0x,0x,call,call,,0,0,0,,,1,call_$hash" "$file"
echo 'ethereum-etl ok'
