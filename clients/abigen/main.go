// Command example, with go-ethereum's abigen: deploys a contract by its generated binding, calls it, and filters its events.
package main

import (
	"context"
	"fmt"
	"log"
	"math/big"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/accounts/abi/bind"
	"github.com/ethereum/go-ethereum/crypto"
	"github.com/ethereum/go-ethereum/ethclient"
)

// The first account of every development network; its key is public.
const developmentKey = "ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80"

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := must(ethclient.DialContext(ctx, os.Getenv("QORD_URL")))
	key := must(crypto.HexToECDSA(developmentKey))
	auth := must(bind.NewKeyedTransactorWithChainID(key, must(client.ChainID(ctx))))

	_, deployment, counter, err := DeployCounter(auth, client, big.NewInt(41)) // counter.go is generated
	if err != nil {
		log.Fatal(err)
	}
	must(bind.WaitDeployed(ctx, client, deployment))
	receipt := must(bind.WaitMined(ctx, client, must(counter.Increment(auth))))
	if number := must(counter.Number(nil)); number.Int64() != 42 {
		log.Fatalf("number %v", number)
	}
	events := must(counter.FilterIncremented(&bind.FilterOpts{Start: receipt.BlockNumber.Uint64(), Context: ctx}))
	if !events.Next() || events.Event.Number.Int64() != 42 {
		log.Fatal("the event was not found")
	}
	fmt.Println("abigen ok")
}
