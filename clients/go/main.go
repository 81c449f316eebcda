// Command example, with go-ethereum's ethclient: signs a transfer, sends it, and reads receipt, block and balance.
package main

import (
	"context"
	"fmt"
	"log"
	"math/big"
	"os"
	"time"

	"github.com/ethereum/go-ethereum/common"
	"github.com/ethereum/go-ethereum/core/types"
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
	chainID := must(client.ChainID(ctx))
	to := common.HexToAddress("0x4300000000000000000000000000000000000043")
	tip := must(client.SuggestGasTipCap(ctx))
	head := must(client.HeaderByNumber(ctx, nil))
	tx := must(types.SignNewTx(key, types.LatestSignerForChainID(chainID), &types.DynamicFeeTx{
		ChainID:   chainID,
		Nonce:     must(client.PendingNonceAt(ctx, crypto.PubkeyToAddress(key.PublicKey))),
		GasTipCap: tip,
		GasFeeCap: new(big.Int).Add(tip, new(big.Int).Mul(head.BaseFee, big.NewInt(2))),
		Gas:       21000,
		To:        &to,
		Value:     big.NewInt(1e18),
	}))
	if err := client.SendTransaction(ctx, tx); err != nil {
		log.Fatal(err)
	}
	var receipt *types.Receipt
	for receipt == nil {
		receipt, _ = client.TransactionReceipt(ctx, tx.Hash())
		if ctx.Err() != nil {
			log.Fatal(ctx.Err())
		}
		time.Sleep(50 * time.Millisecond)
	}
	block := must(client.BlockByHash(ctx, receipt.BlockHash))
	if block.Hash() != receipt.BlockHash || receipt.Status != types.ReceiptStatusSuccessful {
		log.Fatal("the block does not have the hash of its header, or the transfer failed")
	}
	if balance := must(client.BalanceAt(ctx, to, nil)); balance.Cmp(big.NewInt(1e18)) < 0 {
		log.Fatalf("balance %v", balance)
	}
	fmt.Println("go-ethereum ok")
}
