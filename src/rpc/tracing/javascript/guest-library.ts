/*
 * What a JavaScript tracer sees of the node: `log`, `db`, frames, `bigInt` and the helper functions of go-ethereum.
 * This is the source of a function that runs inside QuickJS, before the tracer and out of its reach: it keeps every
 * built-in that it needs, so that a tracer that changes prototypes harms only itself.
 *
 *   host        functions of the node (guest-host.ts); one that fails ends the trace, whatever the tracer catches
 *   opcodeNames the names of the 256 opcodes
 *   returned    an object of functions that the node calls (tracer-guest.ts); what the tracer throws goes to `host.thrown`
 */
export const guestLibrary = `(function (host, opcodeNames) {
  'use strict';
  const { stringify, parse } = JSON;
  const { min, trunc } = Math;
  const { defineProperty } = Object;
  const { isArray } = Array;
  const Bytes = Uint8Array;
  const toInteger = (value) => trunc(Number(value)) || 0;
  const names = parse(opcodeNames);

  const digits = [];
  for (let i = 0; i < 256; i++) digits[i] = (i < 16 ? '0' : '') + i.toString(16);
  const hexOf = (bytes) => {
    let text = '0x';
    for (let i = 0; i < bytes.length; i++) text += digits[bytes[i]];
    return text;
  };
  const digitOf = (code) =>
    code >= 48 && code <= 57 ? code - 48 : code >= 97 && code <= 102 ? code - 87 : code >= 65 && code <= 70 ? code - 55 : -1;
  const charCodeAt = Function.prototype.call.bind(String.prototype.charCodeAt);
  /** Up to the first character that is no digit; an odd number of digits begins with half a byte. */
  const bytesOfHex = (text) => {
    let at = charCodeAt(text, 0) === 48 && (charCodeAt(text, 1) | 32) === 120 ? 2 : 0;
    const odd = (text.length - at) % 2;
    const bytes = new Bytes((text.length - at + odd) / 2);
    let length = 0;
    for (at -= odd; at < text.length; at += 2) {
      const high = odd && length === 0 ? 0 : digitOf(charCodeAt(text, at));
      const low = digitOf(charCodeAt(text, at + 1));
      if (high < 0 || low < 0) break;
      bytes[length++] = high * 16 + low;
    }
    return length === bytes.length ? bytes : new Bytes(bytes.buffer.slice(0, length));
  };
  const bytesOf = (value, allowsText) => {
    if (typeof value === 'string' && allowsText) return bytesOfHex(value);
    if (isArray(value)) return new Bytes(value);
    if (value instanceof Bytes) return value;
    throw host.fail('invalid buffer type');
  };
  /** The last bytes, with zeros in front. */
  const padded = (bytes, size) => {
    const word = new Bytes(size);
    const length = min(bytes.length, size);
    for (let i = 1; i <= length; i++) word[size - i] = bytes[bytes.length - i];
    return word;
  };
  const addressText = (value, allowsText) => hexOf(padded(bytesOf(value, allowsText), 20));

  let library;
  const bigIntegers = () => (library = library || host.bigInteger());
  const toBig = (hex) => bigIntegers()(BigInt(hex));
  defineProperty(globalThis, 'bigInt', {
    configurable: true,
    get: bigIntegers,
    set: (value) => defineProperty(globalThis, 'bigInt', { value, writable: true, configurable: true }),
  });
  Object.assign(globalThis, {
    toHex: (value) => hexOf(bytesOf(value, false)),
    toWord: (value) => padded(bytesOf(value, true), 32),
    toAddress: (value) => padded(bytesOf(value, true), 20),
    toContract: (from, nonce) => bytesOfHex(host.created(addressText(from, true), toInteger(nonce))),
    toContract2: (from, salt, code) =>
      bytesOfHex(host.created2(addressText(from, true), hexOf(padded(bytesOfHex(String(salt)), 32)), hexOf(bytesOf(code, true)))),
    isPrecompiled: (address) => host.isPrecompiled(addressText(address, true)),
    slice: (value, start, end) => {
      const bytes = bytesOf(value, false);
      const [from, to] = [toInteger(start), toInteger(end)];
      if (from >= 0 && from <= to && to <= bytes.length) return new Bytes(bytes).slice(from, to);
      throw host.fail('Tracer accessed out of bound memory: available ' + bytes.length + ', offset ' + from + ', size ' + (to - from));
    },
  });

  let pc = 0, opcode = 0, gas = 0, cost = 0, depth = 0, refund = 0, stackSize = 0, memorySize = 0, error;
  const log = {
    op: {
      toNumber: () => opcode,
      toString: () => names[opcode],
      isPush: () => opcode >= 0x5f && opcode <= 0x7f,
    },
    stack: {
      length: () => stackSize,
      peek: (index) => {
        const at = toInteger(index);
        if (at >= 0 && at < stackSize) return toBig(host.stackItem(at));
        throw host.fail('tracer accessed out of bound stack: size ' + stackSize + ', index ' + at);
      },
    },
    memory: {
      length: () => memorySize,
      slice: (begin, end) => new Bytes(host.memory(toInteger(begin), toInteger(end))),
      getUint: (offset) => {
        const at = toInteger(offset);
        if (at >= 0 && at + 32 <= memorySize) return toBig(host.memoryWord(at));
        throw host.fail('tracer accessed out of bound memory: available ' + memorySize + ', offset ' + at + ', size 32');
      },
    },
    contract: {
      getCaller: () => bytesOfHex(host.caller()),
      getAddress: () => bytesOfHex(host.address()),
      getValue: () => toBig(host.callValue()),
      getInput: () => new Bytes(host.input()),
    },
    getPC: () => pc,
    getGas: () => gas,
    getCost: () => cost,
    getDepth: () => depth,
    getRefund: () => refund,
    getError: () => error,
  };
  const db = {
    getBalance: (address) => toBig(host.balance(addressText(address, false))),
    getNonce: (address) => host.nonce(addressText(address, false)),
    getCode: (address) => new Bytes(host.code(addressText(address, false))),
    getState: (address, key) => bytesOfHex(host.slot(addressText(address, false), hexOf(padded(bytesOf(key, false), 32)))),
    exists: (address) => host.exists(addressText(address, false)),
  };
  const frame = {
    getType: () => host.frameType(),
    getFrom: () => bytesOfHex(host.frameFrom()),
    getTo: () => bytesOfHex(host.frameTo()),
    getInput: () => new Bytes(host.frameInput()),
    getGas: () => host.frameGas(),
    getValue: () => {
      const value = host.frameValue();
      return value === undefined ? undefined : toBig(value);
    },
  };
  const frameResult = {
    getGasUsed: () => host.frameGasUsed(),
    getOutput: () => new Bytes(host.frameOutput()),
    getError: () => host.frameError(),
  };

  const describe = (thrown) => {
    try {
      if (thrown === null || typeof thrown !== 'object') return String(thrown).slice(0, 500);
      return (String(thrown.name) + ': ' + String(thrown.message)).slice(0, 500);
    } catch {
      return 'an error that has no text';
    }
  };
  const guarded = (run) => (...values) => {
    try {
      run(...values);
    } catch (thrown) {
      host.thrown(describe(thrown));
    }
  };
  const call = Function.prototype.call.bind(Function.prototype.call);
  const isFunction = (value) => typeof value === 'function';
  const context = (fields) => {
    const { bytes, numbers, words, texts } = parse(fields);
    const ctx = { ...numbers, ...texts };
    for (const name in bytes) ctx[name] = bytesOfHex(bytes[name]);
    for (const name in words) ctx[name] = toBig(words[name]);
    return ctx;
  };

  let tracer, step, fault, enter, exit, result;
  let text = '';
  return {
    open: guarded((object, config) => {
      tracer = Object(object);
      ({ step, fault, enter, exit, result } = tracer);
      if (!isFunction(result)) throw host.fail('trace object must expose a function result()');
      if (!isFunction(fault)) throw host.fail('trace object must expose a function fault()');
      if (isFunction(enter) !== isFunction(exit))
        throw host.fail('trace object must expose either both or none of enter() and exit()');
      host.opened(Number(isFunction(step)), Number(isFunction(enter)));
      const { setup } = tracer;
      if (isFunction(setup)) call(setup, tracer, config);
    }),
    step: (at, number, left, price, level, refunded, words, bytes, fault) => {
      pc = at;
      opcode = number;
      gas = left;
      cost = price;
      depth = level;
      refund = refunded;
      stackSize = words;
      memorySize = bytes;
      error = fault;
      try {
        call(step, tracer, log, db);
      } catch (thrown) {
        host.thrown(describe(thrown));
      }
    },
    fault: guarded((text) => {
      error = text;
      call(fault, tracer, log, db);
    }),
    enter: guarded(() => call(enter, tracer, frame)),
    exit: guarded(() => call(exit, tracer, frameResult)),
    result: guarded((fields) => {
      const value = call(result, tracer, context(fields), db);
      text = value === undefined ? '{}' : stringify(value) || 'null';
      host.charge(text.length);
    }),
    text: () => text,
  };
})`;
