// Where a signal is sent, whether that may be asked as it stands, and how it is shown.
import { telemetryPaths } from '../../../contract/schemas/telemetry.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { StoredTelemetry, TelemetrySignal } from '../../../contract/schemas/telemetry.ts';

const loopback = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Null while neither it nor the shared endpoint is set. */
export function signalEndpoint(stored: StoredTelemetry, signal: TelemetrySignal): URL | null {
  const { endpoint } = stored[signal];
  if (endpoint !== null) return new URL(endpoint);
  if (stored.endpoint === null) return null;
  const shared = new URL(stored.endpoint);
  shared.pathname = `${shared.pathname.replace(/\/+$/, '')}${telemetryPaths[signal]}`;
  return shared;
}

/** The user has named it, so any host is taken; without encryption only this machine, unless the user has allowed that too. */
export function isAllowedEndpoint(url: URL, allowPlainHttp: boolean): boolean {
  return url.protocol === 'https:' || allowPlainHttp || loopback.test(url.hostname);
}

/** Why nothing could be sent of it as it is set; null where it can. */
export function faultOfSignal(stored: StoredTelemetry, signal: TelemetrySignal): Reason | null {
  const url = signalEndpoint(stored, signal);
  if (url === null) return { kind: 'telemetry-no-endpoint', signal };
  const isAllowed = isAllowedEndpoint(url, stored.allowPlainHttp);
  return isAllowed ? null : { kind: 'telemetry-plain-http', address: shownEndpoint(url) };
}

/** Neither its user nor its password, and no query, in which keys are sent as well. */
export function shownEndpoint({ origin, pathname }: URL): string {
  return `${origin}${pathname}`;
}
