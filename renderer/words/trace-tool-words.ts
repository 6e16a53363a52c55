// Words about exports, recordings and replays of the trace.
import { formatBytes, formatDuration, formatSpan } from './format.ts';
import { t } from './language.ts';
import { ruleName } from './rule-words.ts';
import type { Masked, Recording, Replayed } from '../../contract/schemas/trace-tools.ts';
import type { TraceFormat } from '../../contract/trace-bounds.ts';

interface FormatWords {
  readonly label: string;
  readonly sentence: string;
  readonly ending: string;
  readonly type: string;
}

export const traceFormatWords: Readonly<Record<TraceFormat, FormatWords>> = {
  jsonl: {
    label: 'JSONL',
    sentence: t('Pilothouse’s own format, one entry a line: it can be imported again.'),
    ending: 'jsonl',
    type: 'application/x-ndjson',
  },
  har: {
    label: 'HAR',
    sentence: t('HTTP Archive 1.2, for viewers of network traffic. Addresses and status codes in it are made up.'),
    ending: 'har',
    type: 'application/json',
  },
  otlp: {
    label: 'OTLP',
    sentence: t('OpenTelemetry spans as JSON, for collectors: send it to /v1/traces as it is.'),
    ending: 'otlp.json',
    type: 'application/json',
  },
  html: {
    label: t('HTML report'),
    sentence: t('One page that opens anywhere without a network and runs no script. The newest 5,000 entries.'),
    ending: 'html',
    type: 'text/html',
  },
};

export const maskedWords: Readonly<Record<Masked['kind'], string>> = {
  field: t('field'),
  header: t('header'),
  text: t('within a text'),
};

/** `pilothouse-trace-20261122-063012.har`, in the time zone of the machine. */
export function traceFileName(format: TraceFormat, at: number): string {
  const date = new Date(at - new Date(at).getTimezoneOffset() * 60_000);
  const moment = date.toISOString().slice(0, 19).replace(/[-:]/g, '').replace('T', '-');
  return `pilothouse-trace-${moment}.${traceFormatWords[format].ending}`;
}

export function recordingSentence({ since, entries, bytes }: Recording, now: number): string {
  return t('Recording for {span}: {entries, plural, =0 {no entries} one {# entry} other {# entries}}, {bytes}.', {
    span: formatSpan(now - since),
    entries,
    bytes: formatBytes(bytes),
  });
}

/** How a replay ended, in words; its reason is told beside. */
export function replayedSentence({ outcome, latencyMs, rule }: Replayed): string {
  const how = endedWords(outcome, latencyMs);
  if (rule === null || outcome === 'cancelled') return t('{how}.', { how });
  return t('{how}, decided by {rule}.', { how, rule: ruleName(rule) });
}

function endedWords(outcome: Replayed['outcome'], latencyMs: Replayed['latencyMs']): string {
  switch (outcome) {
    case 'ok':
      return t('Answered after {span}', { span: formatDuration(latencyMs) });
    case 'refused':
      return t('Refused');
    case 'cancelled':
      return t('Cancelled');
    default:
      return t('It ended with an error after {span}', { span: formatDuration(latencyMs) });
  }
}
