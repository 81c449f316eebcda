import { type Address, parseAddress } from './address.ts';
import { fromHex, type Hex } from './hex.ts';

/** An account whose private key is public. */
export type DevelopmentAccount = { readonly address: Address; readonly privateKey: Hex };

/** The development mnemonic that test tools share. Its accounts are worthless on real networks. */
export const developmentMnemonic = 'test test test test test test test test test test test junk';

/** The words of a mnemonic in lower case, with single spaces. */
export function normalizeMnemonic(text: string): string {
  return text.trim().toLowerCase().split(/\s+/).join(' ');
}

/** The path, without the number of the account, that MetaMask and most wallets use (BIP-44, coin type 60). */
export const usualPath = "m/44'/60'/0'/0";

/** The first ten accounts of the mnemonic at this path: constants, because deriving them would take 50 ms at every start. */
export const developmentAccounts: readonly DevelopmentAccount[] = [
  account(
    '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266',
    'ac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80',
  ),
  account(
    '0x70997970c51812dc3a010c7d01b50e0d17dc79c8',
    '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d',
  ),
  account(
    '0x3c44cdddb6a900fa2b585dd299e03d12fa4293bc',
    '5de4111afa1a4b94908f83103eb1f1706367c2e68ca870fc3fb9a804cdab365a',
  ),
  account(
    '0x90f79bf6eb2c4f870365e785982e1f101e93b906',
    '7c852118294e51e653712a81e05800f419141751be58f605c371e15141b007a6',
  ),
  account(
    '0x15d34aaf54267db7d7c367839aaf71a00a2c6a65',
    '47e179ec197488593b187f80a00eb0da91f1b9d0b13f8733639f19c30a34926a',
  ),
  account(
    '0x9965507d1a55bcc2695c58ba16fb37d819b0a4dc',
    '8b3a350cf5c34c9194ca85829a2df0ec3153be0318b5e2d3348e872092edffba',
  ),
  account(
    '0x976ea74026e726554db657fa54763abd0c3a0aa9',
    '92db14e403b83dfe3df233f83dfa3a0d7096f21ca9b0d6d6b8d88b2b4ec1564e',
  ),
  account(
    '0x14dc79964da2c08b23698b3d3cc7ca32193d9955',
    '4bbbf85ce3377467afe5d46f804f221813b2bb87f24d81f60f1fcdbf7cbf4356',
  ),
  account(
    '0x23618e81e3f5cdf7f54c3d65f7fbc0abf5b21e8f',
    'dbda1821b80551c9d65939329250298aa3472ba22feea921c0cf5d620ea67b97',
  ),
  account(
    '0xa0ee7a142d267c1f36714e4a8f75612f20a79720',
    '2a871d0798f97d79848a013d4936a73bf4cc922c825d33c1cf7073dff6d409c6',
  ),
];

/** The key with which the one validator of a development network signs blocks: ed25519, the seed is public. */
export const developmentConsensusKey: {
  readonly privateKey: Hex;
  readonly publicKey: Uint8Array;
  readonly address: Address;
} = {
  privateKey: '0xb6c3451c17a6032264d77f3c39e8717636c76d98b420905429d5cc5e105528d1',
  publicKey: fromHex('0xc7b9164f98f3e45219ece0105b2939c78b76a3476860e8371d3377ccb1cd7756'),
  address: parseAddress('0xa4569c4a10c9dea23c989cdfc45a582cbead6eee'),
};

function account(address: string, privateKey: string): DevelopmentAccount {
  return { address: parseAddress(address), privateKey: `0x${privateKey}` };
}
