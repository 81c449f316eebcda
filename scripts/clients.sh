#!/usr/bin/env bash
# Runs the examples in clients/ against a node of its own. What has no toolchain here, or cannot be installed, is skipped
# with one line. Needs a build (npm run build). Arguments choose some of them: clients.sh python alto
set -euo pipefail
cd "$(dirname "$0")/.."
clients="$PWD/clients"
work=$(mktemp -d)
node dist/qord.js start --home "$work/home" --json --json-rpc.address 127.0.0.1:0 --json-rpc.ws-address 127.0.0.1:0 \
  --svm-rpc.address 127.0.0.1:0 --metrics.address 127.0.0.1:0 --explorer.address 127.0.0.1:0 --log.level info >"$work/node.log" 2>&1 &
node_process=$!
trap 'kill $node_process 2>/dev/null || true; wait $node_process 2>/dev/null || true; rm -rf "$work"' EXIT
for _ in $(seq 600); do
  QORD_URL=$(sed -n 's/.*"msg":"started".*"http":"\([^"]*\)".*/\1/p; s/.*"http":"\([^"]*\)".*"msg":"started".*/\1/p' "$work/node.log" | head -1)
  [ -n "$QORD_URL" ] && break
  kill -0 $node_process || { cat "$work/node.log"; exit 1; }
  sleep 0.1
done
[ -n "$QORD_URL" ] || { echo 'the node did not start'; cat "$work/node.log"; exit 1; }
export QORD_URL

python() {
  python3 -m venv "$work/venv" && "$work/venv/bin/pip" install -q -r "$clients/python/requirements.txt" || return 75
  "$work/venv/bin/python" "$clients/python/example.py"
}
go_ethereum() {
  cp -r "$clients/go" "$work/go" && (cd "$work/go" && go build -o example .) || return 75
  "$work/go/example"
}
hardhat_upgrades() {
  cp -r "$clients/hardhat-upgrades" "$work/hardhat" && cd "$work/hardhat" || return 75
  npm install --no-audit --no-fund --legacy-peer-deps --ignore-scripts >/dev/null 2>&1 || return 75
  HARDHAT_DISABLE_TELEMETRY_PROMPT=true npx hardhat run example.js
}
cast() {
  cp -r "$clients/cast" "$work/cast" && cd "$work/cast" || return 75
  npm install --no-audit --no-fund >/dev/null 2>&1 || return 75
  ./example.sh
}
ethereum_etl() {
  python3 -m venv "$work/etl" && cd "$work/etl" || return 75
  bin/pip install -q -r "$clients/ethereum-etl/requirements.txt" || return 75
  bin/pip install -q --no-deps -r "$clients/ethereum-etl/overrides.txt" || return 75
  PATH="$work/etl/bin:$PATH" "$clients/ethereum-etl/example.sh"
}
alto() {
  cp -r "$clients/alto" "$work/alto" && cd "$work/alto" || return 75
  npm install --no-audit --no-fund --ignore-scripts >/dev/null 2>&1 || return 75
  node example.js
}

failed=0
for entry in python:python3 go_ethereum:go hardhat_upgrades:npx cast:npx ethereum_etl:python3 alto:npm; do
  [ $# = 0 ] || [[ " $* " == *" ${entry%%:*} "* ]] || continue
  name=${entry%%:*}
  tool=${entry##*:}
  if ! command -v "$tool" >/dev/null; then
    echo "$name: skipped, there is no $tool here"
    continue
  fi
  status=0
  ("$name") || status=$?
  if [ $status = 75 ]; then echo "$name: skipped, it cannot be installed here"
  elif [ $status != 0 ]; then echo "$name: FAILED"; failed=1; fi
done
exit $failed
