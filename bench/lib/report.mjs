/** Collects rows and prints them as one table per suite. A ratio above 1 means qord is ahead. */
export function createReport(suite) {
  const rows = [];
  return {
    /**
     * `better`: 'high' for rates, 'low' for times; `goal` is a bound on the ratio, or on the figure itself without a
     * peer.
     */
    compare(what, unit, qord, peer, { better = 'high', goal } = {}) {
      const ratio = better === 'high' ? qord / peer : peer / qord;
      rows.push({
        what,
        qord: figure(qord, unit),
        peer: figure(peer, unit),
        ratio: ratio.toFixed(2),
        goal: bound('>=', goal),
        met: met(ratio >= goal, goal),
      });
      return ratio;
    },
    figure(what, unit, value, { better = 'low', goal } = {}) {
      const holds = better === 'low' ? value <= goal : value >= goal;
      rows.push({
        what,
        qord: figure(value, unit),
        peer: '',
        ratio: '',
        goal: bound(better === 'low' ? '<=' : '>=', goal),
        met: met(holds, goal),
      });
    },
    print() {
      console.log(`\n## ${suite}\n`);
      const columns = ['what', 'qord', 'peer', 'ratio', 'goal', 'met'];
      const width = (column) => Math.max(column.length, ...rows.map((row) => row[column].length));
      const line = (cells) => `| ${columns.map((column) => cells[column].padEnd(width(column))).join(' | ')} |`;
      console.log(line(Object.fromEntries(columns.map((column) => [column, column === 'peer' ? 'anvil' : column]))));
      console.log(line(Object.fromEntries(columns.map((column) => [column, '-'.repeat(width(column))]))));
      for (const row of rows) console.log(line(row));
    },
    rows,
  };
}

const met = (holds, goal) => (goal === undefined ? '' : holds ? 'yes' : 'NO');
const bound = (sign, goal) => (goal === undefined ? '' : `${sign} ${goal}`);

function figure(value, unit) {
  const digits = value >= 100 ? 0 : value >= 1 ? 2 : 3;
  return `${value.toLocaleString('en-US', { maximumFractionDigits: digits })} ${unit}`;
}
