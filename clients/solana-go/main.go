// Command example, with solana-go: reads balance, account, slot and block in the shape of Solana.
package main

import (
	"context"
	"encoding/hex"
	"fmt"
	"log"
	"os"
	"time"

	"github.com/gagliardetto/solana-go"
	"github.com/gagliardetto/solana-go/rpc"
)

// The first account of every development network.
const developmentAddress = "f39fd6e51aad88f6f4ce6ab8827279cfffb92266"

func must[T any](value T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return value
}

func main() {
	ctx, cancel := context.WithTimeout(context.Background(), time.Minute)
	defer cancel()
	client := rpc.New(os.Getenv("QORD_SVM_URL"))
	// a key has 32 bytes: the 20 of the address, followed by zeros
	key := solana.PublicKeyFromBytes(append(must(hex.DecodeString(developmentAddress)), make([]byte, 12)...))
	if balance := must(client.GetBalance(ctx, key, rpc.CommitmentFinalized)); balance.Value < 1e9 {
		log.Fatalf("balance %d", balance.Value)
	}
	if account := must(client.GetAccountInfo(ctx, key)); account.Value.Owner != solana.SystemProgramID {
		log.Fatalf("owner %v", account.Value.Owner)
	}
	slot := must(client.GetSlot(ctx, rpc.CommitmentFinalized))
	version := uint64(0)
	block := must(client.GetBlockWithOpts(ctx, slot, &rpc.GetBlockOpts{MaxSupportedTransactionVersion: &version}))
	if *block.BlockHeight != slot {
		log.Fatalf("height %d of slot %d", *block.BlockHeight, slot)
	}
	must(client.GetLatestBlockhash(ctx, rpc.CommitmentFinalized))
	fmt.Println("solana-go ok")
}
