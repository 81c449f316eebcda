/**
 * Measures the same work in several ways: by turns, each time on another input, which is made beforehand; the median of
 * all times counts.
 *
 * @param makeInput makes an input
 * @param ways name → function of an input; all must agree in what they return, if anything
 * @returns name → microseconds
 */
export function measure(makeInput, ways, rounds) {
  const inputs = Array.from({ length: rounds }, makeInput);
  const times = Object.fromEntries(Object.keys(ways).map((name) => [name, []]));
  for (const [round, input] of inputs.entries()) {
    const order = Object.entries(ways);
    if (round % 2 === 1) order.reverse();
    const results = order.map(([name, run]) => {
      const start = process.hrtime.bigint();
      const result = run(input);
      times[name].push(Number(process.hrtime.bigint() - start) / 1000);
      return result;
    });
    for (const result of results) {
      if (result !== results[0]) throw new Error(`${Object.keys(ways).join(', ')} differ: ${results.join(', ')}`);
    }
  }
  return Object.fromEntries(Object.entries(times).map(([name, each]) => [name, median(each.slice(rounds >> 2))]));
}

function median(values) {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[sorted.length >> 1];
}

/** Prints a row of the table in README.md. */
export function printRow(name, { here, ...peers }) {
  const cell = (peer) => {
    const time = peers[peer];
    return time === undefined ? '' : `${inUnits(time)} (${(time / here).toFixed(1)})`;
  };
  console.log(`| ${[name, inUnits(here), cell('mcl'), cell('noble'), cell('other')].join(' | ')} |`);
}

const inUnits = (microseconds) =>
  microseconds >= 1000 ? `${(microseconds / 1000).toFixed(2)} ms` : `${microseconds.toFixed(1)} µs`;
