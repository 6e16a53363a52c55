// Where a signal goes: the shared endpoint with its path, its own as it is; what may be asked in plain http; what is shown.
import { describe, expect, it } from 'vitest';
import { StoredTelemetrySchema } from '../../../../contract/schemas/telemetry.ts';
import {
  isAllowedEndpoint,
  shownEndpoint,
  signalEndpoint,
} from '../../../../electron/core/telemetry/signal-endpoint.ts';

describe('the endpoint of a signal', () => {
  it('is the shared one with the path of the signal, or its own as it is', () => {
    const own = { endpoint: 'https://o.example/x' };
    const stored = StoredTelemetrySchema.parse({ endpoint: 'https://c.example/base/', logs: own });
    expect(signalEndpoint(stored, 'spans')?.href).toBe('https://c.example/base/v1/traces');
    expect(signalEndpoint(stored, 'logs')?.href).toBe('https://o.example/x');
  });

  it('is none, and everything is off, before anything is set', () => {
    const stored = StoredTelemetrySchema.parse({});
    expect(signalEndpoint(stored, 'spans')).toBeNull();
    expect([stored.spans.on, stored.metrics.on, stored.logs.on]).toEqual([false, false, false]);
  });

  it.each([
    ['http://127.0.0.1:4318', true],
    ['http://[::1]:4318', true],
    ['http://127.0.0.1.evil.example', false],
    ['http://c.example', false],
    ['https://c.example', true],
  ])('%s is asked without the switch: %s', (address, isAllowed) => {
    expect(isAllowedEndpoint(new URL(address), false)).toBe(isAllowed);
    expect(isAllowedEndpoint(new URL(address), true)).toBe(true);
  });

  it('is shown without what lets somebody in', () => {
    expect(shownEndpoint(new URL('https://u:p@c.example/v1?key=s'))).toBe('https://c.example/v1');
  });
});
