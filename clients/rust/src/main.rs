//! alloy: signs a transfer, fills in fees and nonce, waits for the receipt, and checks the hash of a block's header.
use std::{env, error::Error};

use alloy::{
    network::TransactionBuilder,
    primitives::{address, U256},
    providers::{Provider, ProviderBuilder},
    rpc::types::TransactionRequest,
    signers::local::PrivateKeySigner,
};

/// The first account of every development network; its key is public.
const DEVELOPMENT_KEY: &str = "0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80";

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<(), Box<dyn Error>> {
    let signer: PrivateKeySigner = DEVELOPMENT_KEY.parse()?;
    let provider = ProviderBuilder::new().wallet(signer).connect_http(env::var("QORD_URL")?.parse()?);
    assert_eq!(provider.get_chain_id().await?, 9800);

    let recipient = address!("4700000000000000000000000000000000000047");
    let value = U256::from(10).pow(U256::from(18));
    let before = provider.get_balance(recipient).await?;
    let transfer = TransactionRequest::default().with_to(recipient).with_value(value);
    let receipt = provider.send_transaction(transfer).await?.get_receipt().await?;
    assert!(receipt.status());
    assert_eq!(provider.get_balance(recipient).await? - before, value);

    let number = receipt.block_number.ok_or("the transaction is in no block")?;
    let block = provider.get_block(number.into()).await?.ok_or("there is no such block")?;
    assert_eq!(block.header.hash, block.header.hash_slow());
    println!("alloy ok");
    Ok(())
}
