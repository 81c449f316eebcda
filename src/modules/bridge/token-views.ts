import { view } from '../../kernel/module-sdk/call.ts';
import { accountField, bytes32Field, type Field, listField, textField, uint } from '../../kernel/module-sdk/field.ts';
import { bridgedBalance } from './ledger.ts';
import { allowances, assetTotals, permitNonces } from './records.ts';
import { domainSeparator, domainVersion } from './token-permit.ts';
import { tokenAt, tokenDecimals } from './tokens.ts';

const bytes1Field = (doc: string): Field<Uint8Array> => ({ type: { kind: 'fixedBytes', size: 1 }, doc });
const amount = uint(256, 'millionths of the asset');

const name = view('name', {
  doc: 'Name of the token (ERC-20).',
  inputs: {},
  outputs: { name: textField('such as `USDC of Ethereum`') },
  gas: 1_500n,
  isCommand: false,
  run: (context) => ({ name: tokenAt(context).name }),
});

const symbol = view('symbol', {
  doc: 'Symbol of the token: the name of the asset. The tokens of several chains may have the same.',
  inputs: {},
  outputs: { symbol: textField('such as USDC') },
  gas: 1_500n,
  isCommand: false,
  run: (context) => ({ symbol: tokenAt(context).asset }),
});

const decimals = view('decimals', {
  doc: 'Digits behind the point: all bridged assets are counted in millionths.',
  inputs: {},
  outputs: { decimals: uint(8, '6') },
  gas: 1_500n,
  isCommand: false,
  run: () => ({ decimals: BigInt(tokenDecimals) }),
});

const totalSupply = view('totalSupply', {
  doc: 'How much of the asset exists here; what waits to be released on its chain included.',
  inputs: {},
  outputs: { supply: amount },
  gas: 3_000n,
  isCommand: false,
  run: ({ state, self }) => {
    const { chain, asset } = tokenAt({ state, self });
    return { supply: assetTotals.get(state, chain, asset)?.total_minted ?? 0n };
  },
});

const balanceOf = view('balanceOf', {
  doc: 'How much of the asset an account holds.',
  inputs: { account: accountField('account') },
  outputs: { balance: amount },
  gas: 3_000n,
  isCommand: false,
  run: ({ state, self }, { account }) => ({ balance: bridgedBalance(state, tokenAt({ state, self }), account) }),
});

const allowance = view('allowance', {
  doc: 'How much of the asset of an account another may move.',
  inputs: { owner: accountField('who holds it'), spender: accountField('who may move it') },
  outputs: { remaining: amount },
  gas: 3_000n,
  isCommand: false,
  run: ({ state, self }, { owner, spender }) => {
    const { chain, asset } = tokenAt({ state, self });
    return { remaining: allowances.get(state, chain, asset, owner, spender) ?? 0n };
  },
});

const nonces = view('nonces', {
  doc: 'Permits that an account has given so far (EIP-2612).',
  inputs: { owner: accountField('who signs') },
  outputs: { nonce: uint(256, 'of the next permit') },
  gas: 3_000n,
  isCommand: false,
  run: ({ state, self }, { owner }) => {
    const { chain, asset } = tokenAt({ state, self });
    return { nonce: BigInt(permitNonces.get(state, chain, asset, owner) ?? 0) };
  },
});

const separator = view('DOMAIN_SEPARATOR', {
  doc: 'Hash of the domain under which permits are signed (EIP-2612).',
  inputs: {},
  outputs: { separator: bytes32Field('of name, version 1, chain id and address') },
  gas: 3_000n,
  isCommand: false,
  run: (context) => ({
    separator: domainSeparator(context.block, { name: tokenAt(context).name, address: context.self }),
  }),
});

const eip712Domain = view('eip712Domain', {
  doc: 'The domain under which permits are signed (ERC-5267).',
  inputs: {},
  outputs: {
    fields: bytes1Field('0x0f: the first four of the following'),
    name: textField('name of the token'),
    version: textField('1'),
    chainId: uint(256, 'of this network'),
    verifyingContract: accountField('the token'),
    salt: bytes32Field('none'),
    extensions: listField(uint(256, 'number'), 'none'),
  },
  gas: 3_000n,
  isCommand: false,
  run: ({ state, block, self }) => ({
    fields: Uint8Array.of(0x0f),
    ...{ name: tokenAt({ state, self }).name, version: domainVersion, chainId: block.chainId, verifyingContract: self },
    ...{ salt: new Uint8Array(32), extensions: [] },
  }),
});

export const tokenViews = [
  ...[name, symbol, decimals, totalSupply, balanceOf, allowance],
  ...[nonces, separator, eip712Domain],
];
