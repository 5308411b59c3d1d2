// @ts-check
/**
 * Reads whole numbers from bytes, as picture/recording/streams.py writes them.
 *
 * @typedef {{ number: () => number, signed: () => number }} Reader
 */

/** @param {Uint8Array} bytes @returns {Reader} */
export function reader(bytes) {
  let at = 0;
  const number = () => {
    let found = 0;
    let factor = 1;
    for (;;) {
      const byte = bytes[at++];
      found += (byte & 127) * factor;
      if (byte < 128) return found;
      factor *= 128;
    }
  };
  const signed = () => {
    const found = number();
    return found % 2 ? -(found + 1) / 2 : found / 2;
  };
  return { number, signed };
}

/** The bytes that a page holds as text. @param {string} text @returns {Promise<Uint8Array>} */
export async function unpacked(text) {
  const letters = atob(text);
  const packed = new Uint8Array(letters.length);
  for (let i = 0; i < letters.length; i++) packed[i] = letters.charCodeAt(i);
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/**
 * JSON and streams: the length of each part as four bytes, the parts one after the other.
 * @param {Uint8Array} bytes @returns {[any, ...Reader[]]}
 */
export function parts(bytes) {
  const view = new DataView(bytes.buffer);
  const count = view.getUint32(0);
  let at = 4 + 4 * count;
  const found = [];
  for (let i = 0; i < count; i++) {
    const length = view.getUint32(4 + 4 * i);
    found.push(bytes.subarray(at, at + length));
    at += length;
  }
  const [json, ...streams] = found;
  return [JSON.parse(new TextDecoder().decode(json)), ...streams.map(reader)];
}
