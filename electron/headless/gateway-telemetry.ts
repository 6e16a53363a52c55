// What a gateway is told of live export and of /metrics by its options; what is secret of it stands in files.
import { metricsToken as tokenForm } from '../../contract/schemas/prometheus.ts';
import { StoredTelemetrySchema, TelemetryChangeSchema, telemetrySignals } from '../../contract/schemas/telemetry.ts';
import { UsageError } from './exit-codes.ts';
import type { GatewayOptions } from '../core/gateway-hub.ts';
import type { GatewayArguments } from './gateway-options.ts';
import type { CliWords } from './words/cli-words.ts';

const maxHeaders = 20;
/** This machine alone. */
export const loopback = /^(?:127(?:\.\d{1,3}){3}|\[?::1\]?|localhost)$/;

/** Rejects with UsageError; it shows no line of a file. */
export async function telemetryOf(
  args: GatewayArguments,
  words: CliWords,
  textIn: (file: string) => Promise<string>,
): Promise<GatewayOptions['telemetry']> {
  const { otlp, otlpHeaders, otlpSignals, metricsToken } = args;
  if (otlp === undefined && (otlpHeaders !== undefined || otlpSignals.length > 0))
    throw new UsageError(words.gatewayNeeds('--otlp'));
  return {
    change: otlp === undefined ? null : await changeOf(args, otlp, words, textIn),
    metricsToken: metricsToken === undefined ? null : tokenOf(metricsToken, await textIn(metricsToken), words),
  };
}

async function changeOf(
  { otlpHeaders, otlpSignals, otlpProtocol, otlpCompression, otlpRatio, otlpPlainHttp, otlpHostName }: GatewayArguments,
  endpoint: string,
  words: CliWords,
  textIn: (file: string) => Promise<string>,
) {
  if (!StoredTelemetrySchema.safeParse({ endpoint }).success)
    throw new UsageError(words.gatewayNoOtlp(shown(endpoint)));
  const url = new URL(endpoint);
  if (url.protocol !== 'https:' && !otlpPlainHttp && !loopback.test(url.hostname))
    throw new UsageError(words.gatewayPlainOtlp(`${url.origin}${url.pathname}`));
  const headers = otlpHeaders === undefined ? {} : headersOf(otlpHeaders, await textIn(otlpHeaders), words);
  const chosen = otlpSignals.length === 0 ? telemetrySignals : otlpSignals;
  const as = { protocol: `http/${otlpProtocol}`, compression: otlpCompression, headers } as const;
  const signals = Object.fromEntries(chosen.map(signal => [signal, { ...as, on: true }]));
  const shared = { endpoint, ratio: otlpRatio, allowPlainHttp: otlpPlainHttp, hostName: otlpHostName };
  return TelemetryChangeSchema.parse({ ...shared, ...signals });
}

/** Without what may be a password or a key in it. */
function shown(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname}` : address.replace(/\/\/[^/]*@/, '//').replace(/[?#].*$/s, '');
}

function headersOf(file: string, text: string, words: CliWords): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue;
    const [, name = '', value = ''] = /^([0-9A-Za-z_.-]{1,80}):[ \t]*([\x20-\x7e]{1,4000}?)[ \t]*$/.exec(line) ?? [];
    if (name === '' || Object.keys(headers).length === maxHeaders)
      throw new UsageError(words.gatewayNoHeader(file, index + 1));
    headers[name.toLowerCase()] = value;
  }
  return headers;
}

function tokenOf(file: string, text: string, words: CliWords): string {
  const token = text.trim();
  if (!tokenForm.test(token)) throw new UsageError(words.gatewayMetricsToken(file));
  return token;
}
