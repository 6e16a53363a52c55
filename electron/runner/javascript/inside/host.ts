// The functions of the host that a sandbox may call. Only text, numbers and bytes pass them; types only, because both sides of the border use it.

export interface FetchRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: readonly (readonly [string, string])[];
}

export interface FetchResponse {
  readonly url: string;
  readonly redirected: boolean;
  readonly status: number;
  readonly statusText: string;
  readonly headers: readonly (readonly [string, string])[];
  readonly body: ArrayBuffer;
}

export interface Host {
  readLine(): Promise<string>;
  writeLine(line: string): void;
  log(level: string, text: string): void;
  startTimer(ms: number, repeats: boolean): number;
  stopTimer(id: number): void;
  /** `request` and `head` are JSON of `FetchRequest` and of `FetchResponse` without its body. */
  fetch(
    request: string,
    body: string | ArrayBuffer | null,
  ): Promise<{ readonly head: string; readonly bytes: ArrayBuffer }>;
  /** JSON of all parts of an address; throws for one that is none. */
  parseUrl(address: string, base: string | null): string;
  changeUrl(href: string, part: string, value: string): string;
  /** JSON of pairs and back. */
  parseQuery(text: string): string;
  formatQuery(pairs: string): string;
  encode(text: string): ArrayBuffer;
  decode(bytes: ArrayBuffer): string;
  toBase64(text: string): string;
  fromBase64(text: string): string;
}
