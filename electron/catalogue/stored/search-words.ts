// Names and queries as words to search by: what is asked for is taken apart as what is stored was.

/** Ends of the internet's names, and hosts of code, under which everybody has a name: they tell nothing of who it is. */
const common: ReadonlySet<string> = new Set([
  ...['com', 'org', 'net', 'io', 'dev', 'app', 'ai', 'co', 'me', 'gg', 'sh', 'so', 'xyz', 'cloud', 'tech', 'tools'],
  ...['de', 'uk', 'eu', 'fr', 'nl', 'jp', 'cn', 'in', 'us', 'ca', 'ch', 'at', 'au', 'br', 'it', 'es', 'se', 'kr'],
]);
const sharedHosts = /^(?:io|com)\.(?:github|gitlab)\./;

export interface NameWords {
  /** Whose it is, without what everybody has. */
  readonly owner: string;
  /** The part behind the slash. */
  readonly name: string;
}

export function nameWords(name: string): NameWords {
  const slash = name.lastIndexOf('/');
  const namespace = slash < 0 ? '' : name.slice(0, slash).toLowerCase();
  const labels = namespace.replace(sharedHosts, '').split('.');
  const owner = labels.length > 1 && common.has(labels[0] ?? '') ? labels.slice(1) : labels;
  return { owner: wordsOf(owner.join(' ')).join(' '), name: wordsOf(name.slice(slash + 1)).join(' ') };
}

/** Letters and digits, as the index has them. */
export function wordsOf(text: string): string[] {
  return text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word !== '');
}

/** Without what most names have in common: `mcp-server-github`, `github-mcp` and `server-github` are `github`. */
export function plainName(name: string): string {
  const words = wordsOf(name.slice(name.lastIndexOf('/') + 1));
  const telling = words.filter(word => !/^(?:mcp|server|servers|modelcontextprotocol|curated)$/.test(word));
  return (telling.length > 0 ? telling : words).join('');
}

const maxWords = 12;
/** Words of a sentence, in both languages of the panel, that tell nothing of what is looked for. */
const filling: ReadonlySet<string> = new Set([
  ...['a', 'an', 'and', 'can', 'for', 'from', 'i', 'in', 'is', 'it', 'me', 'my', 'of', 'on', 'or', 'that', 'the', 'to'],
  ...['want', 'which', 'with', 'this', 'agent', 'mcp', 'server', 'servers', 'auf', 'aus', 'das', 'der', 'die', 'ein'],
  ...['eine', 'ich', 'ist', 'kann', 'mein', 'meine', 'meinen', 'mit', 'soll', 'und', 'von', 'will', 'zu', 'zum'],
]);

export interface SearchWords {
  /** Finds those with every word anywhere, of which the last may be a part; null finds all. */
  readonly anywhere: string | null;
  /** Those with some of them, for where none has all; null where that is the same. */
  readonly some: string | null;
  /** Those with every word in what they are called. */
  readonly named: string;
  /** As names are compared. */
  readonly plain: string;
  readonly exact: string;
}

export function searchWords(query: string): SearchWords {
  const exact = query.trim().toLowerCase();
  const { owner, name } = nameWords(/^\S+$/.test(exact) ? withSlash(exact) : exact.replaceAll('/', ' '));
  const typed = [...new Set([...owner.split(' '), ...name.split(' ')])].filter(word => word !== '');
  const telling = typed.filter(word => !filling.has(word));
  const words = (telling.length > 0 ? telling : typed).slice(0, maxWords).map(word => `"${word}"*`);
  const anywhere = words.length === 0 ? null : words.join(' AND ');
  return {
    anywhere,
    some: words.length < 2 ? null : words.join(' OR '),
    named: `{name owner title} : (${anywhere ?? ''})`,
    plain: plainName(exact),
    exact,
  };
}

/** `io.github.someone` without a slash is a namespace all the same. */
function withSlash(text: string): string {
  return !text.includes('/') && sharedHosts.test(text) ? `${text}/` : text;
}
