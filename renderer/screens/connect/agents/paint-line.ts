// The colours of one line of a configuration: JSON, TOML and YAML are alike enough for keys, texts and comments.

export interface Painted {
  readonly kind: 'plain' | 'key' | 'string' | 'punctuation';
  readonly text: string;
}

/** A quoted key is followed by its colon or equals sign. */
const token = /("(?:[^"\\]|\\.)*"|'[^']*')(\s*[:=])?|(\/\/.*$|(?:^|\s)#.*$)|^(\s*(?:- )?[\w.-]+)(\s*[:=])/g;

/** The pieces together are the line, to the letter. */
export function paint(line: string): readonly Painted[] {
  const pieces: Painted[] = [];
  let done = 0;
  const add = (kind: Painted['kind'], text: string | undefined) => {
    if (text) pieces.push({ kind, text });
  };
  for (const found of line.matchAll(token)) {
    const [whole, quoted, sign, comment, bare, bareSign] = found;
    add('plain', line.slice(done, found.index));
    if (comment) add('punctuation', comment);
    else {
      add(bare || sign ? 'key' : 'string', bare ?? quoted);
      add('plain', bareSign ?? sign);
    }
    done = found.index + whole.length;
  }
  add('plain', line.slice(done));
  return pieces;
}
