import { mapRecord } from '../primitives/objects.ts';

type QuotaOptions = {
  /** the configuration key, such as `json-rpc.max-filters` */
  readonly key: string;
  /** 0 for no limit */
  readonly limit: number;
  /** what is counted, such as `filters of one address` */
  readonly counts: string;
};

/** What is little of any quota. */
const leastOfLittle = 16;

/** Counts something that is limited for each holder, such as the filters of each client. */
export class Quota {
  readonly key: string;
  readonly limit: number;
  readonly counts: string;
  readonly #held = new Map<unknown, number>();

  constructor({ key, limit, counts }: QuotaOptions) {
    this.key = key;
    this.limit = limit;
    this.counts = counts;
  }

  /** Whether the holder may have that many more. `own`: what the client will have of a quota that all share */
  allows(holder: unknown, amount: number, own = 0): boolean {
    return this.limit === 0 || amount === 0 || (this.#held.get(holder) ?? 0) + amount <= this.#limitFor(own);
  }

  /** The last third of what all share is for clients with little, which a few with much cannot shut out. */
  #limitFor(own: number): number {
    const little = Math.max(leastOfLittle, this.limit / 64);
    return own <= little ? this.limit : Math.floor((this.limit / 3) * 2);
  }

  /** How much the holder has. */
  held(holder: unknown): number {
    return this.#held.get(holder) ?? 0;
  }

  /** A negative amount releases. */
  change(holder: unknown, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}

/** An amount of one quota for a holder; for a quota that all share, with the claim of the client on its own. */
export type Claim = {
  readonly quota: Quota;
  readonly holder?: unknown;
  readonly amount: number;
  readonly own?: Claim;
};

/** The claims of a client on a quota of its own and on the one that all share. */
export function claimsOf(perClient: Quota, together: Quota, client: string, amount: number): readonly Claim[] {
  const own = { quota: perClient, holder: client, amount };
  return [own, { quota: together, amount, own }];
}

/** Counts all claims and returns undefined; or counts none and returns the quota that is exhausted. */
export function takeAll(claims: readonly Claim[]): Quota | undefined {
  const after = ({ quota, holder, amount }: Claim) => quota.held(holder) + amount;
  const passed = claims.find(
    ({ quota, holder, amount, own }) => !quota.allows(holder, amount, own === undefined ? 0 : after(own)),
  );
  if (passed !== undefined) return passed.quota;
  for (const { quota, holder, amount } of claims) quota.change(holder, amount);
  return undefined;
}

/** Releases what `takeAll` took. */
export function giveBack(claims: readonly Claim[]): void {
  for (const { quota, holder, amount } of claims) quota.change(holder, -amount);
}

/** The error for a quota that is exhausted. */
export function passedText({ counts, limit, key }: Quota): string {
  return `too many ${counts}: at most ${limit} (${key})`;
}

/** A quota for each limit of a section of the configuration. `counts`: what each one counts, and for whom. */
export function quotasOf<Name extends string>(
  section: string,
  limits: Readonly<Record<Name, number>>,
  counts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Quota>> {
  return mapRecord(counts, (text, name) => new Quota({ key: `${section}.${name}`, limit: limits[name], counts: text }));
}
