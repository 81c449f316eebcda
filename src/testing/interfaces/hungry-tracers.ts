/** Bodies of result() that take more memory than a tracer has, each in another way. */
export const hungryResults = [
  'let a = []; for (;;) a.push(new Array(1000).fill(1))',
  'let a = []; for (;;) a.push(new ArrayBuffer(3e7))',
  'let a = []; for (;;) a.push({})',
  'let s = "x"; for (;;) s += s',
  'let s = "é"; let a = []; for (;;) a.push(s = s + s.slice(0, 1e6))',
  'let a = []; for (let i = 0; ; i++) a.push(new Float64Array(1e5 + i))',
  'let a = []; for (let i = 0; ; i++) a.push(new RegExp("(a|b){1," + (9 + i % 200) + "}"))',
  'let b = 3n; for (;;) b = b * b',
  'let m = new Map(); for (let i = 0; ; i++) m.set(i, "v" + i)',
  'let f = (o) => f({ o, a: new Array(5000).fill(o) }); f({})',
  'let o = {}; for (let i = 0; ; i++) o["k" + i] = i',
  'return Array.from({ length: 3e6 }, (_, i) => "item " + i)',
  'return "\\u0000".repeat(2e7)',
  'let a = []; for (;;) try { for (;;) a.push(new Array(1000).fill(1)) } catch {}',
  'let a = [1]; for (;;) a = a.concat(a)',
  'let e = []; for (;;) e.push(new Error("x".repeat(1000)))',
];
