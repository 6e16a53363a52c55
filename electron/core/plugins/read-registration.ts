// What a plugin registers with: read, bounded, and refused with a code of spec 002 where it cannot be taken.

import { isRecord } from '../../../contract/json.ts';
import { pluginBounds, pluginProtocol } from '../../../contract/plugins.ts';
import { PluginDescriptorSchema } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginErrorCode } from '../../../contract/plugins.ts';
import type { Reason } from '../../../contract/reasons.ts';
import type { PluginDefinition } from '../../../contract/schemas/plugin-wire.ts';
import type { PluginClaims } from '../../../contract/schemas/plugins.ts';
import type { PluginEnvelope } from '../../../native-host/dialects/plugins/plugin-envelope.ts';

export interface Registration {
  readonly claims: PluginClaims;
  readonly tools: readonly PluginDefinition[];
}

export interface RefusedRegistration {
  readonly code: PluginErrorCode;
  readonly reason: Reason;
}

/** `from` is the sender as its browser told it. */
export function readRegistration(
  from: string,
  { version, payload }: PluginEnvelope,
  isAllowed: boolean,
): Registration | RefusedRegistration {
  if (version !== pluginProtocol)
    return refused('PROTOCOL_VERSION_MISMATCH', { kind: 'plugin-speaks', version, spoken: pluginProtocol });
  const descriptor = isRecord(payload.plugin) ? payload.plugin : {};
  const { extensionId: claimed, tools } = descriptor;
  if (typeof claimed === 'string' && claimed !== from)
    return refused('PLUGIN_NOT_ALLOWED', { kind: 'plugin-other-id', plugin: from, claimed: claimed.slice(0, 255) });
  if (!isAllowed) return refused('PLUGIN_NOT_ALLOWED', { kind: 'plugin-not-listed', plugin: from });
  const { toolsOfPlugin: most } = pluginBounds;
  if (Array.isArray(tools) && tools.length > most)
    return refused('INVALID_ARGUMENTS', { kind: 'plugin-too-many-tools', plugin: from, most });
  const read = PluginDescriptorSchema.safeParse(descriptor);
  if (!read.success) {
    const at = read.error.issues[0]?.path.join('.') || 'plugin';
    return refused('INVALID_ARGUMENTS', { kind: 'plugin-unreadable', plugin: from, at });
  }
  const { name, version: own, description = null, author = null, homepage } = read.data;
  const claims = { name, version: own, description, author, homepage: addressIn(homepage), speaks: version };
  return { claims, tools: read.data.tools };
}

function refused(code: PluginErrorCode, reason: Reason): RefusedRegistration {
  return { code, reason };
}

/** Only what a browser may open for the user; the icon, which may be any address, is not kept at all. */
function addressIn(homepage: string | undefined): string | null {
  const url = homepage !== undefined && URL.canParse(homepage) ? new URL(homepage) : null;
  return url && ['http:', 'https:'].includes(url.protocol) ? url.href : null;
}
