/** An entry of a Solidity ABI, as far as it is read here. */
export type AbiItem = {
  readonly type: string;
  readonly name?: string;
  readonly stateMutability?: string;
  readonly inputs?: readonly AbiParameter[];
  readonly outputs?: readonly AbiParameter[];
  readonly anonymous?: boolean;
};
export type AbiParameter = {
  readonly name?: string;
  readonly type: string;
  readonly indexed?: boolean;
  /** Set for native modules only. */
  readonly unit?: string;
  /** For an amount of an ERC-20 token: its decimals, in which a form takes it, and its symbol. */
  readonly token?: { readonly decimals: number; readonly symbol: string };
  readonly components?: readonly AbiParameter[];
};
