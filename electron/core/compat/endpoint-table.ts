// The table of compatibility endpoints: adding one is one line here.
import { claudeBridgeEndpoint } from './claude-bridge-endpoint.ts';
import { claudeFramesEndpoints } from './claude-frames-endpoints.ts';
import { createClaudezillaEndpoint } from './claudezilla-endpoint.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';
import type { CompatServices } from './compat-services.ts';

export function createCompatEndpoints(services: CompatServices): readonly CompatEndpoint[] {
  return [...claudeFramesEndpoints(services), claudeBridgeEndpoint(services), createClaudezillaEndpoint(services)];
}
