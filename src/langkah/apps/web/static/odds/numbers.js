// Numbers as people read them. They all come from the backend; here they are only shortened.

/** A number of turns. */
export function turns(value, digits = 3) {
  if (value === null || value === undefined) return "–";
  const shown = Number.isInteger(value) ? 0 : Math.abs(value) >= 1000 ? 1 : digits;
  return value.toLocaleString("en", { minimumFractionDigits: shown, maximumFractionDigits: shown });
}

/** A whole number, its thousands apart. */
export const whole = (value) => (value === null || value === undefined ? "–" : value.toLocaleString("en"));

/** A chance: as many digits as tell something, also where it is tiny. */
export function percent(chance) {
  const share = 100 * chance;
  if (share === 0) return "0 %";
  if (share < 0.0001) return `${share.toExponential(1)} %`;
  if (share > 99.995 && share < 100) return "> 99.99 %";
  return `${share < 0.1 ? share.toPrecision(2) : share.toFixed(2)} %`;
}

/** A number with its sign. */
export const signed = (value, digits = 2) => `${value < 0 ? "−" : "+"}${Math.abs(value).toFixed(digits)}`;
