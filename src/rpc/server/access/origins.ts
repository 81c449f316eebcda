const shape =
  /^(?:\*|null|[a-z][a-z\d+.-]*:\/\/(?:\*|(?:\*\.)?[a-z\d_](?:[a-z\d_.-]*[a-z\d_])?|\[[\da-f:.]+\])(?::(?:\*|\d{1,5}))?)$/i;

/** Whether a text is an origin or a pattern for origins: `*`, `http://localhost:*`, `https://*.example.com`, `null`. */
export function isOriginPattern(text: string): boolean {
  return shape.test(text);
}

/** Pages of this machine, and browser extensions, which the user has installed. */
const local = patternsOf([
  ...['http', 'https'].flatMap((scheme) =>
    ['localhost', '*.localhost', '127.0.0.1', '[::1]'].map((host) => `${scheme}://${host}:*`),
  ),
  ...['chrome-extension', 'moz-extension', 'safari-web-extension'].map((scheme) => `${scheme}://*`),
]);

/** What web pages may do, by their origin. Only browsers send an origin. */
export class Origins {
  readonly allowsAny: boolean;
  readonly #named: RegExp;
  readonly #guards: boolean;

  /**
   * `patterns`: each must satisfy isOriginPattern. `guards`: even when `*` is among them, pages may only read unless
   * they are of this machine or named.
   */
  constructor(patterns: readonly string[], guards: boolean) {
    this.allowsAny = patterns.includes('*');
    this.#named = patternsOf(patterns.filter((pattern) => pattern !== '*'));
    this.#guards = guards;
  }

  /** Whether pages of that origin may send requests at all. */
  mayRead(origin: string): boolean {
    return this.allowsAny || this.#named.test(origin);
  }

  /** Whether they may also call guarded methods. */
  mayChange(origin: string): boolean {
    if (!this.#guards || this.#named.test(origin)) return this.mayRead(origin);
    return this.allowsAny && local.test(origin);
  }
}

/** One regular expression for all patterns; it matches nothing when there are none. */
function patternsOf(patterns: readonly string[]): RegExp {
  const each = patterns.map((pattern) =>
    pattern
      .replace(/[.+?^${}()|[\]\\]/g, '\\$&')
      .replace(/:\*$/, '(?::\\d+)?')
      .replace('//*', pattern.includes('//*.') ? '//[a-z\\d_.-]+' : '//[^/]+'),
  );
  return each.length === 0 ? /(?!)/ : new RegExp(`^(?:${each.join('|')})$`, 'i');
}
