// The titles of tests as their files have them, for the pages that name tests.

export interface NamedTest {
  /** Beneath the repository, with slashes. */
  readonly file: string;
  /** As its file has it, with the marks of a table (`%s`) where it has them. */
  readonly title: string;
}

/** A title is a whole string of its file, in the quotes that the formatter gives it. */
export function hasTitle(source: string, title: string): boolean {
  return ["'", '"', '`'].some(quote => source.includes(`${quote}${title.replaceAll(quote, `\\${quote}`)}${quote}`));
}

/** The strings of a file that begin as the title of a spec's statement: number, section, colon. */
export function specTitlesIn(source: string): string[] {
  const strings = source.matchAll(/(['"`])(00[01234] (?:\\.|(?!\1)[^\\\n])+?: (?:\\.|(?!\1)[^\\\n])+)\1/g);
  return [...strings].map(([, , title = '']) => title.replaceAll(/\\(.)/g, '$1'));
}
