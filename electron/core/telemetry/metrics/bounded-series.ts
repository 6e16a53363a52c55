// How many series a metric may have: beyond the bound, what others named (tools, servers, models) is counted as `other`. Values are masked and short.

export type Labels = Readonly<Record<string, string>>;

export interface BoundedSeriesOptions {
  /** Hides secrets. */
  readonly mask: (text: string) => string;
  readonly maxSeries?: number;
}

export const maxSeries = 2_000;
export const otherLabel = 'other';
const maxLabelChars = 120;
/** Values whose masked form is remembered. */
const maxKnownValues = 10_000;
/** Labels whose values come from outside; all others are among a few of ours. */
const foreignLabels: ReadonlySet<string> = new Set([
  'gen_ai.tool.name',
  'pilothouse.server',
  'gen_ai.request.model',
  'mcp.method.name',
]);

export class BoundedSeries {
  readonly #mask: (text: string) => string;
  readonly #max: number;
  readonly #series = new Map<string, Set<string>>();
  #values = new Map<string, string>();
  #folded = 0;

  constructor({ mask, maxSeries: max = maxSeries }: BoundedSeriesOptions) {
    this.#mask = mask;
    this.#max = max;
  }

  /** Measurements that were counted under `other` so far. */
  get folded(): number {
    return this.#folded;
  }

  /** The labels under which it is counted. */
  fit(metric: string, labels: Labels): Labels {
    const clean: Record<string, string> = {};
    let key = '';
    for (const name in labels) {
      const value = labels[name] ?? '';
      const fitted = foreignLabels.has(name) ? this.#value(value) : value;
      clean[name] = fitted;
      key += `${name}\u0000${fitted}\u0000`;
    }
    const known = this.#seriesOf(metric);
    if (known.has(key)) return clean;
    // The last places are for the folded ones: labels of ours have so few values that these are not many.
    if (known.size < this.#max - this.#reserve()) {
      known.add(key);
      return clean;
    }
    this.#folded += 1;
    for (const name of Object.keys(clean)) if (foreignLabels.has(name)) clean[name] = otherLabel;
    return clean;
  }

  /** Secrets may have come since: what was masked before is masked anew from now on. */
  refresh(): void {
    this.#values = new Map();
  }

  #reserve(): number {
    return Math.min(200, this.#max >> 2);
  }

  #seriesOf(metric: string): Set<string> {
    const known = this.#series.get(metric) ?? new Set();
    this.#series.set(metric, known);
    return known;
  }

  #value(text: string): string {
    const known = this.#values.get(text);
    if (known !== undefined) return known;
    const value = cleanLabel(this.#mask(text));
    if (this.#values.size < maxKnownValues) this.#values.set(text, value);
    return value;
  }
}

/** One short line. */
export function cleanLabel(text: string): string {
  const line = text.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, ' ');
  return line.length > maxLabelChars ? `${line.slice(0, maxLabelChars - 1).replace(/[\uD800-\uDBFF]$/, '')}…` : line;
}
