/** The gains of the built-in policy, times 10^8. Written by `npm run prism`; do not edit. */
export const policyGains = {
  load_threshold: 55_000_000,
  late_threshold: 5_000_000,
  time_by_lateness: 9_000_000,
  time_return: 16_000_000,
  price_by_load: 125_000_000,
  price_by_lateness: 400_000_000,
  calm_threshold: 30_000_000,
  price_by_calm: 1_000_000_000,
  price_return: 5_000_000,
} as const;
