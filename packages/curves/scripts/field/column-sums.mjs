/**
 * Functions in AssemblyScript that add up the columns of products before they are reduced: field-code.mjs describes
 * limbs and columns.
 */

/**
 * A function on columns: for each column k the statements that make the new ones, which are stored where they are
 * named.
 */
function onColumns(count, comment, name, parameters, body) {
  const lines = Array.from({ length: count }, (_, k) => {
    const [defined, stored] = body((place) => `v128.load(${place}, ${16 * k})`, k);
    const stores = Object.entries(stored).map(([place, value]) => `v128.store(${place}, ${value}, ${16 * k});`);
    return [...Object.entries(defined).map(([each, value]) => `const ${each}${k} = ${value};`), ...stores];
  }).flat();
  const list = parameters.map((parameter) => `${parameter}: usize`).join(', ');
  return `/** ${comment} */\nexport function ${name}(${list}): void {\n${lines.map((line) => `  ${line}\n`).join('')}}\n`;
}

const plus = (a, b) => `i64x2.add(${a}, ${b})`;
const minus = (a, b) => `i64x2.sub(${a}, ${b})`;
/** the lanes of columns exchanged */
const swapped = (a) => `i64x2.shuffle(${a}, ${a}, 1, 0)`;

/** Sums of columns in the formulas of points; which may be added, lanes/formulas.test.ts finds out. */
export function columnSumsOfPoints(count) {
  return [
    onColumns(count, 'result = left + right', 'addColumns', ['result', 'left', 'right'], (load) => [
      {},
      { result: plus(load('left'), load('right')) },
    ]),
    onColumns(count, 'result = left - right', 'subtractColumns', ['result', 'left', 'right'], (load) => [
      {},
      { result: minus(load('left'), load('right')) },
    ]),
    onColumns(count, 'result = left - 8 · right', 'subtractEightTimes', ['result', 'left', 'right'], (load) => [
      {},
      { result: minus(load('left'), `i64x2.shl(${load('right')}, 3)`) },
    ]),
    onColumns(
      count,
      'a = (y of a + y of b, x of c + y of c), b = (y of a - y of b, x of a - x of b)',
      'packedColumns',
      ['a', 'b', 'c'],
      (load, k) => [
        { u: load('a'), v: load('b'), w: load('c'), s: plus(`u${k}`, `v${k}`), d: minus(`u${k}`, `v${k}`) },
        {
          a: `i64x2.shuffle(s${k}, ${plus(`w${k}`, swapped(`w${k}`))}, 1, 3)`,
          b: swapped(`d${k}`),
        },
      ],
    ),
  ].join('\n');
}

/** The same for the target field, where w⁶ has this real part. */
export function columnSumsOfTarget(count, real) {
  const turned = (a) => `i64x2.shuffle(${a}, i64x2.neg(${a}), 3, 0)`; // times i
  const twisted = (a) => plus(real === 9n ? plus(a, `i64x2.shl(${a}, 3)`) : a, turned(a));
  const thirds = ['l0', 'l1', 'l2', 'h0', 'h1', 'h2', 'm0', 'm1', 'm2'];
  const named = (load) => Object.fromEntries(thirds.map((place) => [`${place}_`, load(place)]));
  /** low + w²·high */
  const low = (k) => ({
    l0: plus(`l0_${k}`, twisted(`h2_${k}`)),
    l1: plus(`l1_${k}`, `h0_${k}`),
    l2: plus(`l2_${k}`, `h1_${k}`),
  });
  return [
    onColumns(count, 'x = x + w⁶·y, s = s - x - y', 'quarticColumns', ['x', 'y', 's'], (load, k) => [
      { a: load('x'), b: load('y') },
      { x: plus(`a${k}`, twisted(`b${k}`)), s: minus(minus(load('s'), `a${k}`), `b${k}`) },
    ]),
    onColumns(
      count,
      'The product of two halves of the target field of six products: aa, bb, cc, (a + b)(a + b), (a + c)(a + c), (b + c)(b + c)',
      'halvesColumns',
      ['c0', 'c1', 'c2', 'aa', 'bb', 'cc', 'ab', 'ac', 'bc'],
      (load, k) => [
        {
          x: load('aa'),
          y: load('bb'),
          z: load('cc'),
          t: minus(minus(load('bc'), `y${k}`), `z${k}`),
        },
        {
          c0: plus(`x${k}`, twisted(`t${k}`)),
          c1: plus(minus(minus(load('ab'), `x${k}`), `y${k}`), twisted(`z${k}`)),
          c2: plus(minus(minus(load('ac'), `x${k}`), `z${k}`), `y${k}`),
        },
      ],
    ),
    onColumns(
      count,
      'low = low + w²·high, middle = middle - low - high, three coefficients each',
      'targetColumns',
      thirds,
      (load, k) => [
        named(load),
        {
          m0: minus(minus(`m0_${k}`, `l0_${k}`), `h0_${k}`),
          m1: minus(minus(`m1_${k}`, `l1_${k}`), `h1_${k}`),
          m2: minus(minus(`m2_${k}`, `l2_${k}`), `h2_${k}`),
          ...low(k),
        },
      ],
    ),
    onColumns(
      count,
      'low = low + w²·high, middle = 2 · middle, three coefficients each',
      'squareTargetColumns',
      thirds,
      (load, k) => [
        named(load),
        {
          m0: plus(`m0_${k}`, `m0_${k}`),
          m1: plus(`m1_${k}`, `m1_${k}`),
          m2: plus(`m2_${k}`, `m2_${k}`),
          ...low(k),
        },
      ],
    ),
  ].join('\n');
}
