// What the panel reads and changes of the hub's settings: ways in, MCP over HTTP, retention, limits, the desktop app.
import { hubError } from '../../../words/hub-error.ts';
import { done } from './done.ts';
import type { PanelHandlers } from '../../../contract/schemas/panel-requests.ts';
import type { HubPlatform } from '../platform/platform.ts';
import type { RetentionKeeper } from '../store/retention-keeper.ts';
import type { PanelServices } from './panel-services.ts';

type Services = Pick<
  PanelServices,
  'compat' | 'mcp' | 'retention' | 'limiter' | 'desktop' | 'prometheus' | 'liveExport'
>;

export function createSettingsHandlers(services: Services) {
  const { compat, mcp, retention, limiter, desktop, prometheus, liveExport } = services;
  return {
    'endpoints:set': ({ endpointId, on }) =>
      done(endpointId === 'mcp-http' ? mcp.change({ enabled: on }) : compat.set(endpointId, on)),
    'endpoints:rotate-token': ({ endpointId }) => done(compat.rotateToken(endpointId)),

    'mcp-server:get': () => ({ settings: mcp.view() }),
    'mcp-server:set': async ({ change }) => ({ settings: await mcp.change(change) }),

    'prometheus:get': () => ({ prometheus: prometheus.view() }),
    'prometheus:set': ({ on, token }) => prometheus.set(on, token),
    'prometheus:new-token': () => prometheus.newToken(),

    'telemetry:get': () => liveExport.now(),
    'telemetry:set': ({ change }) => liveExport.set(change),
    'telemetry:try': async ({ signal }) => ({ reason: await liveExport.try(signal) }),

    'retention:get': () => keptNow(retention),
    'retention:set': async ({ change }) => {
      await retention.change(change);
      return keptNow(retention);
    },
    'limits:get': () => ({ limits: limiter.limits, now: limiter.now }),
    'limits:set': async ({ change }) => ({ limits: await limiter.change(change) }),

    'desktop:get': () => ({ settings: desktop?.settings() ?? null }),
    'desktop:look-for-updates': async () => ({ settings: await expectDesktop(desktop).lookForUpdates() }),
    'desktop:pick-path': async ({ kind }) => ({ path: await expectDesktop(desktop).pickPath(kind) }),
    'desktop:set': ({ change }) => ({ settings: expectDesktop(desktop).change(change) }),
  } satisfies Partial<PanelHandlers>;
}

async function keptNow(keeper: RetentionKeeper) {
  return { retention: keeper.retention, kept: await keeper.kept() };
}

function expectDesktop(desktop: HubPlatform['desktop']): NonNullable<HubPlatform['desktop']> {
  if (desktop) return desktop;
  throw hubError('ERR_INVALID_ARGUMENTS', { kind: 'no-desktop' });
}
