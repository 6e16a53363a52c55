// Figures of a report in words.

export function bytesWords(bytes: number | null): string {
  if (bytes === null) return '–';
  if (bytes < 1_000) return `${Math.round(bytes)} B`;
  return bytes < 999_500 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

export function timeWords(ms: number | null): string {
  if (ms === null) return '–';
  if (ms < 9.95) return `${ms.toFixed(1)} ms`;
  return ms < 999.5 ? `${Math.round(ms)} ms` : `${(ms / 1_000).toFixed(2)} s`;
}
