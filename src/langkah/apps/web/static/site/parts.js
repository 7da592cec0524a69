// Parts of the site are packed, so that every host serves few bytes: the page unpacks them itself.

const PART = ".part"; // behind the name of a packed file

/**
 * A packed file as it was before.
 * @param {string | URL} address of what it was packed from
 * @param {(bytes: number) => void} [count] hears of every piece that has come
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
