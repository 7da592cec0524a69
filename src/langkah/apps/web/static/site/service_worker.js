// Caches every file of the site: the next visit loads at once, even without a network. `langkah site` prepends the
// version, so that a new site has a new worker, which loads its files before it takes over.

const scope = /** @type {any} */ (self);
const NAME = `langkah ${scope.registration.scope} `;

async function keepAll() {
  const { files } = await (await fetch("langkah-site.json", { cache: "no-cache" })).json();
  const kept = await caches.open(NAME + scope.VERSION);
  await kept.addAll(files.map((/** @type {string} */ name) => new Request(name, { cache: "no-cache" })));
}

async function dropOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(NAME) && name !== NAME + scope.VERSION);
  await Promise.all(names.map((name) => caches.delete(name)));
  await scope.clients.claim();
}

/** @param {Request} request */
async function answer(request) {
  const kept = await caches.open(NAME + scope.VERSION);
  return (await kept.match(request, { ignoreSearch: true })) ?? fetch(request);
}

scope.addEventListener("install", (/** @type {any} */ event) => event.waitUntil(keepAll()));
scope.addEventListener("activate", (/** @type {any} */ event) => event.waitUntil(dropOthers()));
scope.addEventListener("fetch", (/** @type {any} */ event) => {
  const { method, url } = event.request;
  if (method === "GET" && url.startsWith(scope.registration.scope)) event.respondWith(answer(event.request));
});
