#!/usr/bin/env bash
# Runs the examples in clients/ against a node of its own, and a fork of it. What has no toolchain here, or cannot be installed, is skipped
# with one line. Needs a build (npm run build). Arguments choose folders of them: clients.sh python alto
# Those that take a minute or more of CPU are run with SLOW=1, or when they are named. npm test runs those of the libraries of this project.
set -euo pipefail
cd "$(dirname "$0")/.."
clients="$PWD/clients"
work=$(mktemp -d)
nodes=()
trap 'kill "${nodes[@]}" 2>/dev/null || true; wait "${nodes[@]}" 2>/dev/null || true; rm -rf "$work"' EXIT

# start NAME OPTION...: starts a node with a new home, and waits until it listens
start() {
  local name=$1
  shift
  node dist/qord.cjs start --home "$work/$name" --json --json-rpc.address 127.0.0.1:0 --json-rpc.ws-address 127.0.0.1:0 \
    --svm-rpc.address 127.0.0.1:0 --metrics.address 127.0.0.1:0 --explorer.address 127.0.0.1:0 --log.level info "$@" >"$work/$name.log" 2>&1 &
  nodes+=($!)
  for _ in $(seq 600); do
    grep -q '"msg":"started"' "$work/$name.log" && return
    kill -0 $! || break
    sleep 0.1
  done
  echo 'the node did not start'
  cat "$work/$name.log"
  exit 1
}
# url NAME INTERFACE: its address
url() {
  grep '"msg":"started"' "$work/$1.log" | sed 's/.*"'"$2"'":"\([^"]*\)".*/\1/'
}
start home
http=$(url home http)
start fork --fork-url "$http" --development.client-version HardhatNetwork/2.22.0/qord
# exported now: a node would take such variables for its configuration
export QORD_URL=$http HELPERS_URL QORD_SVM_URL QORD_SVM_WS_URL
HELPERS_URL=$(url fork http)
QORD_SVM_URL=$(url home svm)
QORD_SVM_WS_URL=$(url home svmWebSocket)
export HARDHAT_DISABLE_TELEMETRY_PROMPT=true

# Each runs the example in the folder of its name; 75: it cannot be installed here.
run_python() {
  in_python python && "$work/python/bin/python" "$clients/python/example.py"
}
run_solana_py() {
  in_python solana-py && "$work/solana-py/bin/python" "$clients/solana-py/example.py"
}
run_ethereum_etl() {
  in_python ethereum-etl && "$work/ethereum-etl/bin/pip" install -q --no-deps -r "$clients/ethereum-etl/overrides.txt" || return 75
  PATH="$work/ethereum-etl/bin:$PATH" "$clients/ethereum-etl/example.sh"
}
run_go() {
  copy go && go build -o example . || return 75
  ./example
}
run_abigen() {
  copy abigen && go build -o generator ./generate || return 75
  node "$clients/../node_modules/solc/solc.js" --abi --bin --optimize Counter.sol >/dev/null || return 1
  ./generator && go build -o example . || return 1
  ./example
}
run_solana_go() {
  copy solana-go && go build -o example . || return 75
  ./example
}
run_rust() {
  # two minutes of CPU; a CARGO_TARGET_DIR that is kept spares the next run most of them
  copy rust || return 75
  export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$work/target}
  cargo build -q --locked || return 75
  "$CARGO_TARGET_DIR/debug/example"
}
run_java() {
  copy java && mvn -q -B compile >/dev/null || return 75
  mvn -q -B exec:java 2>/dev/null
}
run_foundry() {
  in_npm foundry && ./example.sh
}
run_hardhat_network_helpers() {
  in_npm hardhat-network-helpers --legacy-peer-deps && npx hardhat run example.js
}
run_hardhat_suite() {
  in_npm hardhat-suite --legacy-peer-deps && npx hardhat test example.js >suite.log 2>&1 || { tail -40 suite.log 2>/dev/null; return 1; }
  echo "hardhat-suite ok"
}
run_hardhat_2() {
  in_npm hardhat-2 --legacy-peer-deps && npx hardhat run example.js
}
run_alto() {
  in_npm alto && node example.js
}
run_safe() {
  in_npm safe && node example.js
}

run_new_projects() {
  # a project of each template from the packed package, each beside a node of its own
  mkdir "$work/new" && npm pack --ignore-scripts --pack-destination "$work/new" >/dev/null 2>&1 && cd "$work/new" || return 1
  npm install --no-audit --no-fund --ignore-scripts ./qord-*.tgz >/dev/null 2>&1 || return 75
  unset QORD_URL HELPERS_URL # qord takes such variables for its configuration
  local template
  for template in viem hardhat-2 foundry; do
    new_project "$template" || return
  done
  newer_node && new_project hardhat || return # Hardhat 3, by the version of Node
  grep -q '"hardhat": "3' hardhat/package.json || return 1
  echo 'new projects ok'
}
# new_project TEMPLATE: writes it into a folder of its name, and runs its tests
new_project() {
  local qord="$work/new/node_modules/.bin/qord"
  "$qord" new "$1" --template "$1" >/dev/null && cd "$1" || return 1
  npm install --no-audit --no-fund --ignore-scripts >/dev/null 2>&1 || return 75
  "$qord" start --memory --port 0 --exec 'npm test' >log 2>&1 || { cat log; return 1; }
  cd ..
}

run_hardhat_3() {
  newer_node && in_npm hardhat-3 && npx hardhat run example.js || return
  local flags rows
  flags=$(npx hardhat node --help | sed -n '/^OPTIONS/,/^GLOBAL/p' | grep -o '^  --[a-z-]*' | tr -d ' ' | sort)
  rows=$(grep -o '^| `--[a-z-]*' "$clients/../docs/from-hardhat.md" | tr -d '|` ' | sort)
  [ "$flags" = "$rows" ] || { echo "docs/from-hardhat.md has not the flags of hardhat node --help:" $flags; return 1; }
}
# newer_node: Node of a version that Hardhat 3 runs on, which is newer than that of this project; it is a package, too. Before other
# packages are installed, because npm chooses those of the platform by it.
newer_node() {
  npm install --prefix "$work/newer" --no-audit --no-fund --ignore-scripts node@24 >/dev/null 2>&1 || return 75
  (cd "$work/newer/node_modules/node" && node installArchSpecificPackage.js) >/dev/null 2>&1 || return 75
  PATH="$work/newer/node_modules/node/bin:$PATH"
}
run_ponder() {
  in_npm ponder && node example.js
}
run_ape() {
  in_python ape && HOME="$work/ape" "$work/ape/bin/python" "$clients/ape/example.py" 2>/dev/null
}

# copy FOLDER: a copy to work in
copy() {
  cp -r "$clients/$1" "$work/$1" && cd "$work/$1"
}
# in_npm FOLDER OPTION...: a copy with its packages; their scripts do not run
in_npm() {
  copy "$1" && npm install --no-audit --no-fund --ignore-scripts "${@:2}" >/dev/null 2>&1 || return 75
}
# in_python FOLDER: an environment with its packages
in_python() {
  python3 -m venv "$work/$1" && "$work/$1/bin/pip" install -q -r "$clients/$1/requirements.txt" || return 75
}

# folder:tool that it needs
examples='python:python3 solana-py:python3 go:go abigen:go solana-go:go java:mvn foundry:npm hardhat-2:npm hardhat-network-helpers:npm
  hardhat-suite:npm new-projects:npm ethereum-etl:python3 alto:npm safe:npm rust:cargo hardhat-3:npm ponder:npm ape:python3'
slow='rust hardhat-3 ponder ape new-projects'
failed=0
for entry in $examples; do
  name=${entry%%:*}
  tool=${entry##*:}
  [ $# = 0 ] || [[ " $* " == *" $name "* ]] || continue
  if ! command -v "$tool" >/dev/null; then
    echo "$name: skipped, there is no $tool here"
    continue
  fi
  if [ "$#${SLOW:-}" = 0 ] && [[ " $slow " == *" $name "* ]]; then
    echo "$name: skipped, set SLOW=1 to run it"
    continue
  fi
  status=0
  ("run_${name//-/_}") || status=$?
  if [ $status = 75 ]; then echo "$name: skipped, it cannot be installed here"
  elif [ $status != 0 ]; then echo "$name: FAILED"; failed=1; fi
done
exit $failed
