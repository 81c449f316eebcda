import { inspect } from 'node:util';

/** A reporter of node:test that repeats at the end which tests failed, with their errors: in the log of 2,000 tests they are hard to find. */
// biome-ignore lint/style/noDefaultExport: node:test takes a reporter from the default export.
export default async function* failedTests(events) {
  const failed = [];
  for await (const { type, data } of events)
    if (type === 'test:fail' && data.details.error?.failureType !== 'subtestsFailed') failed.push(data);
  for (const { name, file, line, details } of failed) {
    const { error } = details;
    yield `# failed: ${name} (${file}:${line})\n${textOf(error?.cause ?? error).replaceAll(/^/gm, '#   ')}\n`;
  }
}

/** A test may throw anything, also what has no text. */
function textOf(error) {
  return typeof error?.stack === 'string' ? error.stack : inspect(error);
}
