import assert from 'node:assert/strict';
import { test } from 'node:test';
import { looksNative, skeletonOf } from './page/lib/text/look-alikes.ts';
import { escapedText, visibleText } from './page/lib/text/visible-text.ts';

/** The letters of a name in another alphabet, from the code point of its capital A. */
const inAlphabet = (name: string, capitalA: number) =>
  String.fromCodePoint(...[...name].map((letter) => capitalA + letter.charCodeAt(0) - 0x41));

test('names that read like QOR are found in every alphabet, and nothing else is', () => {
  const alphabets = {
    fullwidth: 0xff21,
    'mathematical bold': 0x1d400,
    'mathematical sans-serif bold italic': 0x1d63c,
    monospace: 0x1d670,
    'double-struck': 0x1d538, // whose Q and R stand elsewhere: ℚ𝕆ℝ
    circled: 0x24b6,
    'negative circled': 0x1f150,
    squared: 0x1f130,
    'negative squared': 0x1f170,
    'regional indicators': 0x1f1e6,
  };
  for (const [name, capitalA] of Object.entries(alphabets)) {
    const text = name === 'double-struck' ? 'ℚ𝕆ℝ' : inAlphabet('QOR', capitalA);
    assert.ok(looksNative(text), `${name}: ${text}`);
    assert.ok(looksNative(`${text} Token`), `${name}: ${text} Token`);
  }
  const others = ['qor', 'ԚOR', 'QΟR', 'QОR', 'QՕR', 'Q٠R', 'Q०R', 'Q๐R', 'Q◯R', 'Q⭕R', 'QOꓣ', 'QOᖇ', 'QОЯ'];
  for (const text of [...others, '9OR', 'xＱＯＲＥ', 'υqor', '𝐱𝐐𝐎𝐑𝐄']) {
    assert.ok(looksNative(text), text);
  }
  for (const text of [
    'Q\u200bO\u2060R coin',
    'Q\ufe0fOR',
    'Q\u0332O\u0332R\u0332',
    'Q-O-R',
    'Q. O. R. coin',
    '【QOR】',
  ]) {
    assert.ok(looksNative(text), JSON.stringify(text));
  }
  for (const text of ['', 'Quorum', 'OR', 'Core', 'Gold', 'QR code', 'Quorn', 'Торг', '🇩🇪', 'Ό,τι']) {
    assert.ok(!looksNative(text), text);
  }
  assert.equal(skeletonOf('Stаkе Нousе'), skeletonOf('Stake House'));
  assert.ok(!looksNative('a'.repeat(1_000_000)));
});

test('what shows nothing is seen as �, and scripts and pictures that need joiners keep them', () => {
  for (const text of ['👨‍👩‍👧‍👦', '🏳️‍🌈', '👩🏽‍💻', '❤️', '1️⃣', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', '❤️‍🔥', 'می‌خواهم', 'क्‍ष', 'ශ්‍රී', 'Zoë', '日本']) {
    assert.equal(visibleText(text), text);
  }
  for (const [text, shown] of [
    ['Q\u200dOR', 'Q�OR'],
    ['\u200d👨', '�👨'],
    ['👨\u200d', '👨�'],
    ['a\u200cb', 'a�b'],
    ['می\u200c', 'می�'],
    ['🏴\u{e0067}\u{e0062}\u{e007f}', '🏴���'],
    ['x\u{e0041}', 'x�'],
    ['QOR\ufe0f\u034f\u2800', 'QOR���'],
    ['\u202egnp.exe\u2066', '�gnp.exe�'],
    ['a\u0300\u0301\u0302\u0303', 'a\u0300\u0301'],
    ['a\n\tb', 'a b'],
  ] as const) {
    assert.equal(visibleText(text), shown, JSON.stringify(text));
  }
  assert.equal([...visibleText('\ud83d\udc4d'.repeat(500_000))].length, 81);
  assert.equal(escapedText('"\u202e👨\u200d👩"'), '"\\u202e👨\\u200d👩"');
});
