/// <reference lib="es2024.arraybuffer" />

/**
 * Zero bytes in memory of their own, which returns to the system when they are collected. Other memory of a buffer
 * comes from malloc, which keeps what threads have freed: 140 to 210 MB after responses of 43 MB each; with this 35 to
 * 50.
 *
 * Only a buffer that can be resized has such memory; nobody does. Reading it byte by byte is slower.
 */
export function mappedBytes(length: number): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new ArrayBuffer(length, { maxByteLength: length }), 0, length);
}

/** Minimum size that malloc maps separately, until a longer piece was freed: then it keeps as much in each thread. */
const long = 128 * 1024;

/** Zero bytes, long ones as `mappedBytes`. */
export function newBytes(length: number): Uint8Array<ArrayBuffer> {
  return length < long ? new Uint8Array(length) : mappedBytes(length);
}
