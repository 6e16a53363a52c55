// Collected metrics as text for Prometheus: its format 0.0.4, or OpenMetrics 1.0 where that is asked for. Names follow OpenTelemetry's rules for Prometheus.
import { DataPointType } from '@opentelemetry/sdk-metrics';
import type { Attributes, HrTime } from '@opentelemetry/api';
import type { DataPoint, Histogram, MetricData, ResourceMetrics } from '@opentelemetry/sdk-metrics';

export type TextForm = 'prometheus' | 'openmetrics';

export const contentTypes: Readonly<Record<TextForm, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

export function metricsText({ resource, scopeMetrics }: ResourceMetrics, form: TextForm): string {
  const lines = targetInfo(resource.attributes, form);
  for (const { metrics } of scopeMetrics) for (const metric of metrics) lines.push(...family(metric, form));
  if (form === 'openmetrics') lines.push('# EOF');
  return `${lines.join('\n')}\n`;
}

/** `pilothouse.calls` is `pilothouse_calls_total`: what its samples are called, without the endings of a histogram. */
export function prometheusName(name: string, unit: string, isTotal: boolean): string {
  const base = withUnit(plainName(name), unit);
  return isTotal ? `${base.replace(/_total$/, '')}_total` : base;
}

const unitWords: Readonly<Record<string, string>> = { s: 'seconds', ms: 'milliseconds', By: 'bytes' };

function unitWord(unit: string): string {
  return unitWords[unit] ?? '';
}

function withUnit(name: string, unit: string): string {
  const word = unitWord(unit);
  return word === '' || name.endsWith(`_${word}`) ? name : `${name}_${word}`;
}

function plainName(name: string): string {
  const plain = name.replace(/[^a-zA-Z0-9_:]+/g, '_');
  return /^\d/.test(plain) ? `_${plain}` : plain;
}

function targetInfo(attributes: Attributes, form: TextForm): string[] {
  const [name, type] = form === 'openmetrics' ? ['target', 'info'] : ['target_info', 'gauge'];
  return [`# HELP ${name} Target metadata`, `# TYPE ${name} ${type}`, `target_info${labelsOf(attributes)} 1`];
}

function family(metric: MetricData, form: TextForm): string[] {
  if (metric.dataPoints.length === 0 || metric.dataPointType === DataPointType.EXPONENTIAL_HISTOGRAM) return [];
  const { name, unit, description } = metric.descriptor;
  const isTotal = metric.dataPointType === DataPointType.SUM && metric.isMonotonic;
  const sample = prometheusName(name, unit, isTotal);
  // OpenMetrics calls the family without the ending of its samples.
  const named = form === 'openmetrics' && isTotal ? sample.replace(/_total$/, '') : sample;
  const type = metric.dataPointType === DataPointType.HISTOGRAM ? 'histogram' : isTotal ? 'counter' : 'gauge';
  const help = escapeHelp(description, form);
  const head = [`# HELP ${named} ${help}`, `# TYPE ${named} ${type}`];
  const word = unitWord(unit);
  if (form === 'openmetrics' && word !== '' && named.endsWith(`_${word}`)) head.push(`# UNIT ${named} ${word}`);
  if (metric.dataPointType === DataPointType.HISTOGRAM)
    return [...head, ...metric.dataPoints.flatMap(point => histogram(sample, point, form))];
  const points = metric.dataPoints.map(
    ({ attributes, value }) => `${sample}${labelsOf(attributes)} ${numberText(value)}`,
  );
  if (form === 'openmetrics' && isTotal)
    return [...head, ...metric.dataPoints.flatMap((point, at) => [points[at] ?? '', created(named, point)])];
  return [...head, ...points];
}

function histogram(name: string, point: DataPoint<Histogram>, form: TextForm): string[] {
  const { attributes, value } = point;
  const { boundaries, counts } = value.buckets;
  let sum = 0;
  const bars = counts.map((count, at) => {
    sum += count;
    const edge = boundaries[at];
    return `${name}_bucket${labelsOf(attributes, edge === undefined ? '+Inf' : edgeText(edge, form))} ${sum}`;
  });
  const labels = labelsOf(attributes);
  const rest = [`${name}_sum${labels} ${numberText(value.sum ?? 0)}`, `${name}_count${labels} ${value.count}`];
  return [...bars, ...rest, ...(form === 'openmetrics' ? [created(name, point)] : [])];
}

function created(name: string, { attributes, startTime }: DataPoint<unknown>): string {
  return `${name}_created${labelsOf(attributes)} ${secondsText(startTime)}`;
}

function labelsOf(attributes: Attributes, edge: string | null = null): string {
  const byName = new Map<string, string>();
  for (const key of Object.keys(attributes).toSorted()) {
    const name = labelName(key);
    const value = textOf(attributes[key]);
    // Two that differ only in what a label cannot hold share one, as the rules say.
    const before = byName.get(name);
    byName.set(name, before === undefined ? value : `${before};${value}`);
  }
  const pairs = [...byName].map(([name, value]) => `${name}="${escapeValue(value)}"`);
  if (edge !== null) pairs.push(`le="${edge}"`);
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function labelName(key: string): string {
  const plain = key.replace(/[^a-zA-Z0-9_]+/g, '_');
  if (/^\d/.test(plain)) return `key_${plain}`;
  return plain === 'le' || plain.startsWith('__') ? `label_${plain}` : plain;
}

function textOf(value: Attributes[string]): string {
  return typeof value === 'string' ? value : JSON.stringify(value ?? '');
}

function escapeValue(text: string): string {
  return text.replace(/\\/g, '\\\\').replace(/"/g, '\\"').replace(/\n/g, '\\n');
}

function escapeHelp(text: string, form: TextForm): string {
  const escaped = text.replace(/\\/g, '\\\\').replace(/\n/g, '\\n');
  return form === 'openmetrics' ? escaped.replace(/"/g, '\\"') : escaped;
}

/** In OpenMetrics an edge is a float and is written as one. */
function edgeText(edge: number, form: TextForm): string {
  return form === 'openmetrics' && Number.isInteger(edge) ? `${edge}.0` : numberText(edge);
}

function numberText(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (value === Infinity) return '+Inf';
  return value === -Infinity ? '-Inf' : String(value);
}

function secondsText([seconds, nanos]: HrTime): string {
  return (seconds + nanos / 1e9).toFixed(3);
}

/** What a scraper asks for; 0.0.4 where it says nothing. */
export function formFor(accept: string | undefined): TextForm {
  const wanted = (accept ?? '').split(',').map(part => {
    const [type = '', ...params] = part.split(';').map(text => text.trim());
    const q = Number(params.find(text => text.startsWith('q='))?.slice(2) ?? 1);
    return { type: type.toLowerCase(), params, q: Number.isNaN(q) ? 0 : q };
  });
  const best = (is: (type: string) => boolean) =>
    Math.max(0, ...wanted.filter(({ type }) => is(type)).map(({ q }) => q));
  const open = Math.max(
    0,
    ...wanted
      .filter(({ type, params }) => type === 'application/openmetrics-text' && takesVersion1(params))
      .map(({ q }) => q),
  );
  return open > 0 && open >= best(type => type === 'text/plain') ? 'openmetrics' : 'prometheus';
}

function takesVersion1(params: readonly string[]): boolean {
  const version = params
    .find(text => text.startsWith('version='))
    ?.slice(8)
    .replace(/"/g, '');
  return version === undefined || version === '1.0.0';
}
