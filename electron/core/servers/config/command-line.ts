// A command line as a person types it: text to argv, without any shell.
import { hubError } from '../../../../words/hub-error.ts';
import type { HubError } from '../../../../contract/errors.ts';

const shellSigns = '|><;&`';

/**
 * Splits a command line into argv with POSIX quoting (XCU 2.2). Throws HubError ERR_INVALID_ARGUMENTS for an open quote and for
 * anything that would need a shell. `windows` keeps backslashes outside quotes, because paths there are full of them.
 */
export function splitCommandLine(text: string, windows = false): string[] {
  const words = new WordReader(text, windows).read();
  const first = words[0];
  if (!first) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-line-empty' });
  const assigned = /^([A-Za-z_]\w*)=/.exec(first);
  if (assigned) {
    throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-line-assigns', variable: assigned[1] ?? '' });
  }
  return words;
}

class WordReader {
  readonly #text: string;
  readonly #windows: boolean;
  readonly #words: string[] = [];
  #at = 0;
  #word: string | null = null;

  constructor(text: string, windows: boolean) {
    this.#text = text;
    this.#windows = windows;
  }

  read(): string[] {
    while (this.#at < this.#text.length) this.#step(this.#text.charAt(this.#at));
    this.#endWord();
    return this.#words;
  }

  #step(sign: string): void {
    if (/\s/.test(sign)) this.#endWord();
    else if (sign === "'") this.#add(this.#quoted("'"));
    else if (sign === '"') this.#add(this.#doubleQuoted());
    else if (sign === '\\' && !this.#windows) this.#escape();
    else this.#plain(sign);
    this.#at += 1;
  }

  #plain(sign: string): void {
    // `<your-key>` is what a page leaves open, and no redirection.
    const [open] = sign === '<' ? (/^<[A-Za-z][\w./:-]*>(?![\w>])/.exec(this.#text.slice(this.#at)) ?? []) : [];
    if (open !== undefined) {
      this.#add(open);
      this.#at += open.length - 1;
      return;
    }
    const dollar = sign === '$' && this.#text.charAt(this.#at + 1) === '(';
    if (dollar || shellSigns.includes(sign)) {
      const shown = dollar ? '$(' : sign;
      throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-line-shell', sign: shown, at: this.#at + 1 });
    }
    this.#add(sign);
  }

  #quoted(quote: string): string {
    const end = this.#text.indexOf(quote, this.#at + 1);
    if (end < 0) throw this.#open(quote);
    const inside = this.#text.slice(this.#at + 1, end);
    this.#at = end;
    return inside;
  }

  /** XCU 2.2.3: inside double quotes a backslash escapes only $ ` " \ and the end of a line. */
  #doubleQuoted(): string {
    const start = this.#at;
    let inside = '';
    for (let at = start + 1; at < this.#text.length; at += 1) {
      const sign = this.#text.charAt(at);
      if (sign === '"') {
        this.#at = at;
        return inside;
      }
      const next = this.#text.charAt(at + 1);
      if (sign === '\\' && (this.#windows ? next === '"' : next !== '' && '$`"\\\n'.includes(next))) {
        inside += next === '\n' ? '' : next;
        at += 1;
      } else inside += sign;
    }
    throw this.#open('"');
  }

  #escape(): void {
    this.#at += 1;
    if (this.#at >= this.#text.length) throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-line-backslash' });
    const sign = this.#text.charAt(this.#at);
    if (sign !== '\n') this.#add(sign);
  }

  #add(text: string): void {
    this.#word = (this.#word ?? '') + text;
  }

  #endWord(): void {
    if (this.#word !== null) this.#words.push(this.#word);
    this.#word = null;
  }

  #open(quote: string): HubError {
    return hubError('ERR_INVALID_ARGUMENTS', { kind: 'command-line-open', quote, at: this.#at + 1 });
  }
}
