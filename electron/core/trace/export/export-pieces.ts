// Exports and their previews, one piece after the other: whoever asks holds the place, nothing is kept here.
import { readFigures } from '../figures.ts';
import { reportStart, walk } from './export-walk.ts';
import { FieldMask } from './field-mask.ts';
import { MaskedTally } from './masked-tally.ts';
import { harWriter } from './write-har.ts';
import { htmlWriter } from './write-html.ts';
import { jsonlWriter } from './write-jsonl.ts';
import { otlpWriter } from './write-otlp.ts';
import type { ExportPiece, PreviewPiece, TraceFigures } from '../../../../contract/schemas/trace-tools.ts';
import type { Redactor } from '../../redaction/redact.ts';
import type { Work } from '../slices.ts';
import type { TraceColumns } from '../trace-columns.ts';
import type { QueryParams } from '../trace-messages.ts';
import type { TraceWriter } from './export-item.ts';

/** `redactor` gives the one that knows the secrets of now. */
export function* exportPiece(
  { columns, runId }: { readonly columns: TraceColumns; readonly runId: string },
  redactor: () => Redactor,
  ask: QueryParams<'export'>,
): Work<ExportPiece> {
  const about = { ...ask.about, runId };
  const isFirst = ask.after === 0;
  const until = Math.min(ask.until ?? columns.newest, columns.newest);
  const isReport = isFirst && ask.format === 'html';
  const figures = isReport ? yield* readFigures(columns, { filter: ask.filter, side: 'agents', until }) : null;
  const after = isReport ? yield* reportStart(columns, { ...ask, until }) : ask.after;
  const writer = writerOf(ask.format, figures && masked(figures, redactor()));
  const texts = isFirst ? [writer.head(about)] : [];
  let entries = 0;
  const masks = { redactor: redactor(), fields: new FieldMask(ask.fields) };
  const end = walk(columns, { ...ask, after, until }, masks, item => {
    const text = writer.item(item, about, ask.written + entries);
    entries += 1;
    texts.push(text);
    return text.length;
  });
  if (end.after === null) texts.push(writer.tail(about, ask.written + entries));
  return { text: texts.join(''), entries, ...end };
}

export function previewPiece(
  columns: TraceColumns,
  redactor: Redactor,
  ask: QueryParams<'export-preview'>,
): PreviewPiece {
  const tally = new MaskedTally();
  let entries = 0;
  let payloadBytes = 0;
  let dropped = 0;
  const { after, until } = walk(
    columns,
    ask,
    { redactor, fields: new FieldMask(ask.fields) },
    ({ entry: { reason }, payload }) => {
      entries += 1;
      if (payload?.dropped) dropped += 1;
      const texts = [payload?.request, payload?.response].filter(text => typeof text === 'string');
      for (const text of texts) tally.message(text);
      if (reason !== null) tally.message(JSON.stringify({ reason }));
      const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      payloadBytes += bytes;
      return bytes;
    },
  );
  return { entries, payloadBytes, dropped, masked: tally.list(), after, until };
}

/** `figures` stand at the head of a report. */
function writerOf(format: QueryParams<'export'>['format'], figures: TraceFigures | null): TraceWriter {
  switch (format) {
    case 'jsonl':
      return jsonlWriter;
    case 'har':
      return harWriter;
    case 'otlp':
      return otlpWriter;
    case 'html':
      return htmlWriter(figures);
  }
}

function masked(figures: TraceFigures, redactor: Redactor): TraceFigures {
  const tools = figures.tools.map(row => ({
    ...row,
    method: redactor.words(row.method),
    tool: row.tool && redactor.words(row.tool),
  }));
  return { ...figures, tools };
}
