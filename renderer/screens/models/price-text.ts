// A price as it is typed: a number with a point or a comma before its decimals.

const most = 1_000_000;

/** Null where one of both is none. */
export function priceOf(input: string, output: string): { readonly input: number; readonly output: number } | null {
  const [first, second] = [numberOf(input), numberOf(output)];
  return first === null || second === null ? null : { input: first, output: second };
}

function numberOf(text: string): number | null {
  const trimmed = text.trim().replace(',', '.');
  if (!/^\d+(?:\.\d+)?$/.test(trimmed)) return null;
  const value = Number(trimmed);
  return value <= most ? value : null;
}
