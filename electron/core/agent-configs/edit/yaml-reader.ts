// Reads YAML as a value: what cannot be read, or would grow without bound by its aliases, is named with its place.
import { type Alias, type Document, isScalar, parseDocument, visit, type YAMLMap } from 'yaml';
import { isRecord, maxJsonDepth } from '../../../../contract/json.ts';
import { broken, brokenAt } from './broken-config.ts';
import { isDeeper } from './paths.ts';
import type { Reason } from '../../../../contract/reasons.ts';

/** The library compares each key with all others, which takes minutes for a map of 50,000: `readYaml` looks for those that stand twice. */
export function documentOf(text: string): Document {
  return parseDocument(text, { prettyErrors: false, logLevel: 'error', uniqueKeys: false });
}

/** A text without anything is an empty table. Throws a HubError with a `config-broken` reason. */
export function readYaml(text: string): Record<string, unknown> {
  const document = documentOf(text);
  const [fault] = document.errors;
  if (fault) throw brokenAt(text, fault.pos[0], { kind: 'config-syntax', cause: fault.message });
  visit(document, {
    Map: (_, map) => expectUnique(text, map),
    Alias: (_, alias) => expectAnchor(text, document, alias),
  });
  const value = valueOf(document);
  if (value === null || value === undefined) return {};
  if (isRecord(value)) return value;
  throw broken({ line: 1, column: 1 }, { kind: 'config-no-table', at: '' });
}

function valueOf(document: Document): unknown {
  let why: Reason = { kind: 'config-json', expected: 'depth', found: null };
  try {
    const value: unknown = document.toJS();
    if (!isDeeper(value, maxJsonDepth)) return value;
  } catch (error) {
    // So many aliases of aliases that the value would fill the memory.
    why = { kind: 'config-syntax', cause: error instanceof Error ? error.message : String(error) };
  }
  throw broken({ line: 1, column: 1 }, why);
}

function expectUnique(text: string, map: YAMLMap): void {
  const names = new Set<unknown>();
  for (const { key } of map.items) {
    if (!isScalar(key)) continue;
    if (names.has(key.value))
      throw brokenAt(text, key.range?.[0] ?? 0, { kind: 'config-name-twice', name: String(key.value) });
    names.add(key.value);
  }
}

function expectAnchor(text: string, document: Document, alias: Alias): void {
  if (!alias.resolve(document))
    throw brokenAt(text, alias.range?.[0] ?? 0, { kind: 'config-syntax', cause: `*${alias.source}` });
}
