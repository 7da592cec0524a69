// A result as one signed line, which `langkah.course.result_code` reads.

/** @param {Uint8Array} bytes */
const toText = (bytes) =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replaceAll("=", "");

/**
 * The signed line; "" if this browser cannot sign (pages loaded over http have no cryptography).
 * @param {{ task: string, student: string, seed: string, right: number, of: number, seconds: number, hints: number }} result
 * @param {string} key
 */
export async function writeCode(result, key) {
  if (!globalThis.crypto?.subtle) return "";
  const encode = (/** @type {string} */ text) => new TextEncoder().encode(text);
  const body = toText(encode(JSON.stringify(result)));
  const secret = await crypto.subtle.importKey("raw", encode(key), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const signature = await crypto.subtle.sign("HMAC", secret, encode(body));
  return `L1.${body}.${toText(new Uint8Array(signature)).slice(0, 16)}`;
}
