// Times and memory as people say them.

export function seconds(time) {
  if (time >= 1) return `${time.toFixed(2)} s`;
  return time >= 0.001 ? `${(time * 1e3).toFixed(1)} ms` : `${Math.round(time * 1e6)} µs`;
}

export function bytes(amount, whole = true) {
  if (amount === null) return "–";
  const [size, unit] = amount >= 1e6 ? [amount / 1e6, "MB"] : [amount / 1e3, "KB"];
  return `${whole ? "" : "≥ "}${size >= 100 ? Math.round(size) : size.toFixed(1)} ${unit}`;
}
