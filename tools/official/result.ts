/** The result of one check. `detail` says why it failed or was skipped. */
export type CheckResult =
  | { readonly status: 'passed'; readonly name: string }
  | { readonly status: 'failed' | 'skipped'; readonly name: string; readonly detail: string };

/** A check that passed. */
function passed(name: string): CheckResult {
  return { status: 'passed', name };
}

/** A check that failed, and why. */
export function failed(name: string, detail: string): CheckResult {
  return { status: 'failed', name, detail };
}

/** A check that was skipped, and why. */
export function skipped(name: string, detail: string): CheckResult {
  return { status: 'skipped', name, detail };
}

/** Runs one check; whatever it throws is a failure. */
export function check(name: string, run: () => string | undefined): CheckResult {
  try {
    const detail = run();
    return detail === undefined ? passed(name) : failed(name, detail);
  } catch (error) {
    return failed(name, error instanceof Error ? (error.stack ?? error.message) : String(error));
  }
}
