// Compressed files of the site, so that every host serves few bytes: the page decompresses them itself.

const PART = ".part"; // extension of a compressed file

/**
 * A decompressed file.
 * @param {string | URL} address of the original file
 * @param {(bytes: number) => void} [count] called with the size of every chunk
 */
export async function fetchPart(address, count = () => {}) {
  const response = await fetch(`${address}${PART}`);
  if (!response.ok || !response.body) return new Response(null, { status: response.status, statusText: response.statusText });
  const counter = new TransformStream({
    transform(/** @type {Uint8Array<ArrayBuffer>} */ piece, controller) {
      count(piece.length);
      controller.enqueue(piece);
    },
  });
  return new Response(response.body.pipeThrough(counter).pipeThrough(new DecompressionStream("gzip")));
}
