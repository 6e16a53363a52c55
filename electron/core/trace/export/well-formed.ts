// Text that UTF-8 and addresses can hold.

/** Half of a surrogate pair becomes the replacement character. */
export function wellFormed(text: string): string {
  return text.replace(/\p{Cs}/gu, '\uFFFD');
}
