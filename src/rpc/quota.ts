export type QuotaOptions = {
  /** the configuration key, as `json-rpc.max-filters` */
  readonly key: string;
  /** 0 for no limit */
  readonly limit: number;
  /** What is counted and for whom, as `filters of one address`. */
  readonly counts: string;
};

/** What each holder has of something that is limited, such as the filters of each client. */
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

  /** Whether the holder may have so many more. */
  allows(holder: unknown, amount: number): boolean {
    return this.limit === 0 || amount === 0 || (this.#held.get(holder) ?? 0) + amount <= this.limit;
  }

  /** A negative amount gives back. */
  change(holder: unknown, amount: number): void {
    const held = (this.#held.get(holder) ?? 0) + amount;
    if (held === 0) this.#held.delete(holder);
    else this.#held.set(holder, held);
  }
}

/** So many of one quota for a holder; for a quota that all share, the holder is undefined. */
export type Claim = { readonly quota: Quota; readonly holder?: unknown; readonly amount: number };

/** Takes all claims, or none of them and returns the quota that has too little left. */
export function takeAll(claims: readonly Claim[]): Quota | undefined {
  const passed = claims.find(({ quota, holder, amount }) => !quota.allows(holder, amount));
  if (passed !== undefined) return passed.quota;
  for (const { quota, holder, amount } of claims) quota.change(holder, amount);
  return undefined;
}

/** Gives back what `takeAll` took. */
export function giveBack(claims: readonly Claim[]): void {
  for (const { quota, holder, amount } of claims) quota.change(holder, -amount);
}

/** What is wrong when a quota has too little left. */
export function passedText({ counts, limit, key }: Quota): string {
  return `too many ${counts}: at most ${limit} (${key})`;
}

/** A quota for each limit of a section of the configuration. `counts`: what it counts and for whom. */
export function quotasOf<Name extends string>(
  section: string,
  limits: Readonly<Record<Name, number>>,
  counts: Readonly<Record<Name, string>>,
): Readonly<Record<Name, Quota>> {
  const names = Object.keys(counts) as Name[];
  const quotaOf = (name: Name) => new Quota({ key: `${section}.${name}`, limit: limits[name], counts: counts[name] });
  return Object.fromEntries(names.map((name) => [name, quotaOf(name)])) as Record<Name, Quota>;
}
