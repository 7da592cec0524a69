// Keys for everything, wherever the focus is, unless one is writing.

export function watchKeys(view) {
  const { board, table, playback } = view;
  const deeds = {
    u: () => table.act({ do: "undo" }),
    y: () => table.act({ do: "redo" }),
    r: () => table.goto(0),
    h: () => table.ask(),
    m: () => table.mark(!table.marking),
    s: () => table.solve(),
  };
  const film = {
    p: () => playback.toggle(),
    ",": () => playback.step(-1),
    ".": () => playback.step(1),
  };
  const listener = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog"))
      return;
    const key = event.key.toLowerCase();
    if (!(deeds[key] ?? film[key]) || !table.position) return;
    event.preventDefault();
    if (film[key]) film[key]();
    else board.soon(deeds[key]); // in its turn, after what was done on the board before
  };
  document.addEventListener("keydown", listener, { signal: view.over.signal });
}
