// Keys for everything, wherever the focus is, unless one is writing.

export function watchKeys(view) {
  const { table, playback } = view;
  const keys = {
    u: () => table.act({ do: "undo" }),
    y: () => table.act({ do: "redo" }),
    r: () => table.goto(0),
    h: () => table.ask(),
    m: () => table.mark(!table.marking),
    s: () => table.solve(),
    p: () => playback.toggle(),
    ",": () => playback.step(-1),
    ".": () => playback.step(1),
  };
  const listener = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea, dialog"))
      return;
    const deed = keys[event.key.toLowerCase()];
    if (!deed || !table.position) return;
    event.preventDefault();
    deed();
  };
  document.addEventListener("keydown", listener, { signal: view.over.signal });
}
