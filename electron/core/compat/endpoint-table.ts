// The table of the ways in that can be switched: adding one is one line here.
import { claudeBridgeEndpoint } from './claude/claude-bridge-endpoint.ts';
import { claudeFramesEndpoints } from './claude/claude-frames-endpoints.ts';
import { createClaudezillaEndpoint } from './claudezilla/claudezilla-endpoint.ts';
import type { CompatEndpoint } from './compat-endpoints.ts';
import type { CompatServices } from './compat-services.ts';

/** `companion` is our own extension's, for browsers that cannot start the relay. */
export function createCompatEndpoints(services: CompatServices, companion: CompatEndpoint): readonly CompatEndpoint[] {
  return [
    ...claudeFramesEndpoints(services),
    claudeBridgeEndpoint(services),
    createClaudezillaEndpoint(services),
    companion,
  ];
}
