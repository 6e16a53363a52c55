// What is handed to a command on its standard input: a text, or a secret that is typed and not shown.
import { readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import type { ReadStream } from 'node:tty';

/** A file, or standard input for `-`. */
export function readFileOrInput(path: string): Promise<string> {
  return path === '-' ? text(process.stdin) : readFile(path, 'utf8');
}

/** Typed at a terminal it is not shown; else all of standard input, without the line feed at its end. Null when it was given up. */
export async function readSecret(question: string): Promise<string | null> {
  if (!process.stdin.isTTY) return (await text(process.stdin)).replace(/\r?\n$/, '');
  process.stderr.write(question);
  try {
    return await typedUnseen(process.stdin);
  } finally {
    process.stderr.write('\n');
  }
}

const ctrlC = '\u0003';
const ctrlD = '\u0004';
const erase = new Set(['\u007f', '\b']);

/** In raw mode the terminal shows nothing and passes each key on, Ctrl C too. */
function typedUnseen(terminal: ReadStream): Promise<string | null> {
  return new Promise(resolve => {
    let typed: string[] = [];
    const end = (value: string | null) => {
      terminal.off('data', onData);
      terminal.setRawMode(false);
      terminal.pause();
      resolve(value);
    };
    const onData = (data: string) => {
      for (const sign of data) {
        if (sign === '\r' || sign === '\n') return end(typed.join(''));
        if (sign === ctrlC || sign === ctrlD) return end(null);
        typed = erase.has(sign) ? typed.slice(0, -1) : [...typed, sign];
      }
    };
    terminal.setRawMode(true);
    terminal.setEncoding('utf8');
    terminal.on('data', onData);
  });
}
