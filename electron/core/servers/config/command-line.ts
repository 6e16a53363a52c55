// A command line as a person types it: text to argv, without any shell.
import { HubError } from '../../../../contract/errors.ts';

const shellSigns = new Map([
  ['|', 'a pipe'],
  ['>', 'a redirection'],
  ['<', 'a redirection'],
  [';', 'a second command'],
  ['&', 'a background command'],
  ['`', 'a command substitution'],
]);

/**
 * Splits a command line into argv with POSIX quoting (XCU 2.2). Throws HubError ERR_INVALID_ARGUMENTS for an open quote and for
 * anything that would need a shell. `windows` keeps backslashes outside quotes, because paths there are full of them.
 */
export function splitCommandLine(text: string, windows = false): string[] {
  const words = new WordReader(text, windows).read();
  const first = words[0];
  if (!first) throw refused('The command line is empty; type a program and its arguments.');
  const assigned = /^([A-Za-z_]\w*)=/.exec(first);
  if (assigned) {
    throw refused(
      `"${assigned[1]}=" sets an environment variable, which a command line cannot do here; paste an mcpServers JSON with "env".`,
    );
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
    const dollar = sign === '$' && this.#text.charAt(this.#at + 1) === '(';
    const meaning = dollar ? 'a command substitution' : shellSigns.get(sign);
    if (meaning) {
      const shown = dollar ? '$(' : sign;
      throw refused(
        `The command line holds ${shown} at character ${this.#at + 1}, ${meaning}; no shell runs it, so quote it as '${shown}' or leave it out.`,
      );
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
    if (this.#at >= this.#text.length) throw refused('The command line ends with a lone \\; remove it.');
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
    return refused(`The ${quote} at character ${this.#at + 1} of the command line is never closed; close it.`);
  }
}

function refused(sentence: string): HubError {
  return new HubError('ERR_INVALID_ARGUMENTS', sentence);
}
