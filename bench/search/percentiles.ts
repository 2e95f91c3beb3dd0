export const print = (text: string): boolean => process.stdout.write(text);

/** Nearest-rank method. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((one, other) => one - other);
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? Number.NaN;
}

export const inMs = (value: number): string => value.toFixed(1).padStart(8);

export const percentileLine = (name: string, figures: readonly number[]): string =>
  `${name.padEnd(34)}${figures.map(inMs).join("")}\n`;

export const summaryLine = (name: string, values: readonly number[]): string =>
  percentileLine(
    name,
    [50, 95, 99, 100].map((percent) => percentile(values, percent)),
  );
