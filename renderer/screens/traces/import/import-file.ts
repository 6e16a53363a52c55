// Reads a file piece by piece and hands its entries to the hub as lines: no more than a piece of it is in memory.
import { t } from '../../../words/language.ts';
import { reasonWords } from '../../../words/reason-words.ts';
import { ArrayElements } from './array-elements.ts';
import type { Reason } from '../../../../contract/reasons.ts';
import type { Link } from '../../../link/link.ts';
import type { ImportedTrace } from '../shown-trace.ts';

/** Characters are up to four bytes long, and the hub takes four million of them. */
const pieceBytes = 1_000_000;
/** A line that is longer is none of ours. */
const maxLineChars = 3_000_000;

export interface ImportProgress {
  readonly read: number;
  readonly size: number;
}

/** Rejects with a sentence when nothing in the file is an entry, or `signal` was aborted. */
export async function importFile(
  link: Link,
  file: File,
  onProgress: (progress: ImportProgress) => void,
  signal?: AbortSignal,
): Promise<ImportedTrace> {
  const { importId } = await link.request('trace:import-begin', {});
  const told = { entries: 0, refused: 0, refusal: null as Reason | null };
  const send = async (text: string) => {
    const piece = await link.request('trace:import-lines', { importId, text });
    told.entries += piece.entries;
    told.refused += piece.refused;
    told.refusal ??= piece.refusal;
  };
  try {
    for await (const lines of wholeLines(file, onProgress)) {
      signal?.throwIfAborted();
      await send(lines);
    }
    if (told.entries === 0) throw new Error(nothingIn(file.name, told.refusal));
    const end = await link.request('trace:window', { importId, filter: {}, from: -1, count: 1 });
    return { importId, fileName: file.name, ...told, newest: end.entries[0]?.seq ?? 0 };
  } catch (error) {
    await link.request('trace:import-end', { importId }).catch(() => undefined);
    throw error;
  }
}

async function* wholeLines(file: File, onProgress: (progress: ImportProgress) => void): AsyncGenerator<string> {
  const isDocument = documentStart.test(await file.slice(0, 1_000).text());
  const lines = isDocument ? elementsOf(file.name) : linesOf(file.name);
  const decoder = new TextDecoder();
  for (let at = 0; at < file.size; at += pieceBytes) {
    const bytes = await file.slice(at, at + pieceBytes).arrayBuffer();
    const text = lines(decoder.decode(bytes, { stream: true }));
    if (text !== '') yield text;
    onProgress({ read: Math.min(file.size, at + pieceBytes), size: file.size });
  }
  yield lines(`${decoder.decode()}\n`);
}

/** HAR and OTLP are one JSON document, whose entries are these. */
const documentStart = /^\ufeff?\s*\{\s*"(?:log|resourceSpans)"/;
const elementNames = ['entries', 'spans'];

function elementsOf(name: string): (piece: string) => string {
  const elements = new ArrayElements(elementNames, maxLineChars);
  return piece => {
    try {
      return elements.take(piece).join('\n');
    } catch {
      throw new Error(tooLong(name));
    }
  };
}

function linesOf(name: string): (piece: string) => string {
  let rest = '';
  return piece => {
    const text = rest + piece;
    const end = text.lastIndexOf('\n') + 1;
    rest = text.slice(end);
    if (rest.length > maxLineChars) throw new Error(tooLong(name));
    return text.slice(0, end);
  };
}

function tooLong(name: string): string {
  return t('{name} has a line that is too long to be an entry.', { name });
}

function nothingIn(name: string, refusal: Reason | null): string {
  if (refusal === null)
    return t('No entry was found in {name}. What can be imported is JSONL of Pilothouse, HAR, and OTLP as JSON.', {
      name,
    });
  return t(
    'No entry was found in {name}. What can be imported is JSONL of Pilothouse, HAR, and OTLP as JSON. The first line says: {refusal}',
    { name, refusal: reasonWords(refusal) },
  );
}
