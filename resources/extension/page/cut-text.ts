// Texts of pages that are longer than an answer bears.

/** At most that many characters of it, and a mark that says how many were left out. */
export function cutText(text: string, maxChars: number): string {
  const more = text.length - maxChars;
  return more > 0 ? `${text.slice(0, maxChars)}…(${more} more characters)` : text;
}
