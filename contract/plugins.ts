// Plugins: extensions of Firefox that offer tools (spec 002). Names, bounds and times, and what the panel calls their states.
import { nativeHostName } from './names.ts';
import type { ErrorCode } from './errors.ts';

/** Spec 002 "Message Envelope". */
export const pluginNamespace = 'harbor-plugin';
export const pluginProtocol = 'harbor-plugin/v1';

/** Spec 002 "Harbor Hub Extension ID": whom plugins register with. */
export const pluginHubExtensionId = 'raffi.krikorian.harbor@gmail.com';

/** Spec 002 "Timeouts". `missedPings` in a row make a plugin unreachable. */
export const pluginTimes = { registerMs: 5_000, callMs: 30_000, pingMs: 2_000, heartbeatMs: 60_000 } as const;
export const missedPings = 3;
/** Where a plugin does not answer, each ping comes twice as late as the one before, up to this. */
export const slowestPingMs = 960_000;

export const pluginBounds = {
  /** Of one browser. */
  plugins: 100,
  toolsOfPlugin: 200,
  /** Browsers that are remembered of one plugin beside those that are connected. */
  homes: 20,
  toolNameChars: 128,
  /** Of one message to a plugin; Firefox takes 1 MiB from a native program, with the frame around it. */
  envelopeBytes: 1_000_000,
  /** Of one message of a plugin. */
  answerBytes: 4_000_000,
  callsInFlight: 32,
  allowlist: 500,
  /** Of those that were refused, how many are shown. */
  refused: 20,
  shownPings: 20,
  shownEvents: 50,
} as const;

/** What a plugin says its tool does: `dangerous` is `uiHints.dangerous`; what says nothing acts. */
export const pluginToolKinds = ['reads', 'acts', 'dangerous'] as const;
export const pluginToolSpeeds = ['instant', 'fast', 'slow'] as const;

/** Spec 002 "Error Codes": those of our own that have the same names. */
export const pluginErrorCodes = [
  'TOOL_NOT_FOUND',
  'INVALID_ARGUMENTS',
  'EXECUTION_FAILED',
  'TIMEOUT',
  'INTERNAL_ERROR',
  'NOT_REGISTERED',
  'ALREADY_REGISTERED',
  'PLUGIN_NOT_ALLOWED',
  'PROTOCOL_VERSION_MISMATCH',
] as const satisfies readonly ErrorCode[];
export type PluginErrorCode = (typeof pluginErrorCodes)[number];

/** The form of an add-on's id in Firefox, which no server's id has. */
export const pluginIdPattern =
  /^(?:\{[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}\}|[A-Za-z0-9._-]*@[A-Za-z0-9._-]+)$/;

export function isPluginId(text: string): boolean {
  return text.length <= 255 && pluginIdPattern.test(text);
}

/**
 * Whether Firefox started the relay for the small extension that speaks for plugins. Another program's extension has the same id and asks
 * for a host of another name: Firefox passes the path of the manifest, which is called after its host.
 */
export function isPluginHub([manifest = '', addOn]: readonly string[]): boolean {
  return addOn === pluginHubExtensionId && /[^/\\]*$/.exec(manifest)?.[0] === `${nativeHostName}.json`;
}
