// The values that nothing may show, from everybody who knows some.

export class SecretValues {
  readonly #sources: (() => readonly string[])[] = [];

  add(source: () => readonly string[]): void {
    this.#sources.push(source);
  }

  /** Those that there are now. */
  readonly read = (): string[] => [...new Set(this.#sources.flatMap(source => source()))];
}
