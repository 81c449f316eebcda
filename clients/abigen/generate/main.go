// Command generate writes the binding of a compiled contract as the program abigen does, by its package: to build that program
// is to build most of go-ethereum.
package main

import (
	"log"
	"os"

	"github.com/ethereum/go-ethereum/accounts/abi/abigen"
)

func read(name string) string {
	content, err := os.ReadFile(name)
	if err != nil {
		log.Fatal(err)
	}
	return string(content)
}

func main() {
	abis, codes := []string{read("Counter_sol_Counter.abi")}, []string{read("Counter_sol_Counter.bin")}
	code, err := abigen.Bind([]string{"Counter"}, abis, codes, nil, "main", nil, nil)
	if err != nil {
		log.Fatal(err)
	}
	if err := os.WriteFile("counter.go", []byte(code), 0o644); err != nil {
		log.Fatal(err)
	}
}
