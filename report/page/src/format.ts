// Numbers as the files and commands write them.

// points writes a fraction in percentage points.
export function points(x: number | null | undefined, decimals = 4): string {
  return x === null || x === undefined || Number.isNaN(x) ? "" : fixed(100 * x, decimals);
}

// fixed writes a number with some decimals. A number that rounds to zero has no sign.
export function fixed(x: number, decimals: number): string {
  const text = x.toFixed(decimals);
  return /[1-9]/.test(text) ? text.replace("-", "−") : text.replace("-", "");
}

// signed writes a weight in percentage points with its sign.
export function signed(x: number, decimals = 2): string {
  const text = fixed(100 * x, decimals);
  return text.startsWith("−") ? text : "+" + text;
}

export function bytes(n: number): string {
  return n < 1000 ? `${n} bytes` : n < 1e6 ? `${(n / 1e3).toFixed(1)} kB` : `${(n / 1e6).toFixed(2)} MB`;
}

export function count(n: number): string {
  return n.toLocaleString("en-US");
}

export function seconds(s: number): string {
  return s < 100 ? `${s.toFixed(1)} s` : s < 6000 ? `${(s / 60).toFixed(1)} min` : `${(s / 3600).toFixed(1)} h`;
}
