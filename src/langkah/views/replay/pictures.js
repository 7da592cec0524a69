// Boards as images. A board is a list of drawn parts without colours of their own: they name CSS variables, and the
// colours of the day or of the night are put in here. As an image a board can be drawn a thousand times, and nothing in
// it can run.

const MARGIN = 0.05;

export class Pictures {
  /** `ready` is called when an image that was asked for has come. */
  constructor(data, ready) {
    this.data = data;
    this.ready = ready;
    this.theme = "light";
    this.images = new Map();
    this.addresses = new Map();
    const sizes = data.states.filter(({ board }) => board).map(({ board }) => board.size.join(" "));
    this.alike = sizes.length > 0 && sizes.every((size) => size === sizes[0]);
    this.ratio = this.alike ? data.states[0].board.size[0] / data.states[0].board.size[1] : 1;
  }

  /** Whether there is a picture of a state. */
  has(state) {
    return Boolean(this.data.states[state]?.board);
  }

  svg([width, height], parts) {
    const { boards, themes } = this.data;
    const box = [-MARGIN, -MARGIN, width + 2 * MARGIN, height + 2 * MARGIN];
    const drawn = parts.map((part) => boards.parts[part]).join("");
    const head = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="${box.join(" ")}" width="${box[2] * 48}" height="${box[3] * 48}"`;
    return `${head} font-family="${boards.font}"><style>${themes[this.theme]}</style>${drawn}</svg>`;
  }

  /** A board, or what all boards share ("ground"), as an address. */
  address(name) {
    const key = `${this.theme} ${name}`;
    if (!this.addresses.has(key)) {
      const { size, parts } = this.data.states[name === "ground" ? 0 : name].board;
      const svg = this.svg(size, name === "ground" ? this.data.boards.ground : parts);
      this.addresses.set(key, `data:image/svg+xml,${encodeURIComponent(svg)}`);
    }
    return this.addresses.get(key);
  }

  /** The addresses that make up the board of a state, from back to front. */
  addressesOf(state) {
    return this.data.boards.ground.length ? [this.address("ground"), this.address(state)] : [this.address(state)];
  }

  /** The images that make up the board of a state, from back to front; null until they have come. */
  layers(state) {
    const found = this.addressesOf(state).map((address) => this.image(address));
    return found.every((image) => image.complete) ? found : null;
  }

  image(address) {
    if (!this.images.has(address)) {
      const image = new Image();
      image.onload = this.ready;
      image.src = address;
      this.images.set(address, image);
    }
    return this.images.get(address);
  }
}
