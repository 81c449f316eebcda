import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { TestContext } from 'node:test';
import { type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright-core';

const executable = '/usr/bin/chromium';

/** Why tests in a browser cannot run here; false when they can. For the option `skip` of a test. */
export const noBrowser = existsSync(executable) ? false : `needs ${executable}: apt-get install chromium`;

/** Whatever a page waits for, only a page that has stalled needs that long, however busy the machine is. */
const longestWaitMs = 180_000;

/** A context of Debian's Chromium, closed with the test; 1280 × 900 unless the options say otherwise. */
export async function openBrowser(
  t: Pick<TestContext, 'after'>,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const isRoot = process.getuid?.() === 0;
  const browser = await chromium.launch({ executablePath: executable, args: isRoot ? ['--no-sandbox'] : [] });
  t.after(() => browser.close());
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(longestWaitMs);
  return context;
}

/** Problems of a page: errors in the console, exceptions, and requests to hosts that are not allowed. */
export function watchPage(page: Page, allowedOrigins: readonly string[]): readonly string[] {
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(`exception: ${error.message}`));
  page.on('console', (message) => {
    if (message.type() === 'error') problems.push(`console: ${message.text()}`);
  });
  page.on('request', (request) => {
    const { origin } = new URL(request.url());
    if (!allowedOrigins.includes(origin)) problems.push(`request to ${request.url()}`);
  });
  return problems;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

type AxeResult = {
  readonly violations: readonly {
    readonly id: string;
    readonly impact: string | null;
    readonly nodes: readonly { readonly target: readonly unknown[]; readonly failureSummary?: string }[];
  }[];
};

/**
 * Serious and critical findings of axe on a page, as text. `rules`: a subset of its rules, where the others have been
 * checked already.
 */
export async function accessibilityFindings(page: Page, rules?: readonly string[]): Promise<readonly string[]> {
  await page.evaluate(axe);
  const options = JSON.stringify({ resultTypes: ['violations'], ...(rules && { runOnly: rules }) });
  const result = await page.evaluate<AxeResult>(`axe.run(document, ${options})`);
  return result.violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`);
}
