import { call, view } from '../../kernel/module-sdk/call.ts';
import { accountField, textField, uint } from '../../kernel/module-sdk/field.ts';
import { zeroAddress } from '../../primitives/address.ts';
import { chainNamed } from './chains.ts';
import { assetMovedEvent } from './events.ts';
import { fault } from './faults.ts';
import { bridgedBalance } from './ledger.ts';
import { receiverFault } from './receivers.ts';
import { moveTokens } from './token-moves.ts';
import { tokenOf } from './tokens.ts';

const chain = textField('chain the asset comes from, such as ethereum');
const asset = textField('name of the asset, such as USDC');

export const transfer = call('transfer', {
  doc: 'Give a bridged asset to another account of this chain, but none of the chain itself.',
  inputs: { chain, asset, to: accountField('who gets it'), amount: uint(256, 'how much, in millionths of the asset') },
  gas: 60_000n,
  gasPerByte: 16n,
  example: ['ethereum', 'USDC', 'qor17w0adeg64ky0daxwd2ugyuneellmjgnxhkv37z', '5000000'],
  fault: ({ state, caller }, request) => {
    const known = chainNamed(state, request.chain);
    if (known === undefined) return fault.chainNotOpen();
    if (!known.supported_assets.includes(request.asset)) return fault.assetNotBridged();
    if (request.amount === 0n) return fault.zeroAmount();
    const lost = receiverFault(state, request.to);
    if (lost !== undefined) return lost;
    const held = bridgedBalance(state, request, caller);
    return request.amount > held ? fault.insufficientAssets(`${held}`) : undefined;
  },
  run: (context, { to, amount, ...kind }) => {
    const { caller, emit } = context;
    moveTokens(context, kind, caller, to, amount);
    emit(assetMovedEvent.log({ from: caller, to, chainId: kind.chain, asset: kind.asset, amount }));
  },
});

export const balanceOf = view('balanceOf', {
  doc: 'How much of a bridged asset an account holds.',
  inputs: { chain, asset, account: accountField('account') },
  outputs: { amount: uint(256, 'millionths of the asset') },
  gas: 3_000n,
  run: ({ state }, { account, ...kind }) => {
    const isKnown = chainNamed(state, kind.chain)?.supported_assets.includes(kind.asset) === true;
    return { amount: isKnown ? bridgedBalance(state, kind, account) : 0n };
  },
});

export const tokenAddressOf = view('tokenOf', {
  doc: 'The address of a bridged asset as an ERC-20 token.',
  inputs: { chain, asset },
  outputs: { token: accountField('its address; the zero address when it is not bridged') },
  gas: 3_000n,
  gasPerByte: 16n,
  example: ['ethereum', 'USDC'],
  run: ({ state }, kind) => ({ token: tokenOf(state, kind) ?? zeroAddress }),
});
