// What the ways into the hub are called.
import { t } from './language.ts';
import type { EndpointId } from '../../contract/entities.ts';

export const endpointTitles: Readonly<Record<EndpointId, string>> = {
  hub: t('Hub endpoint, for relays and pilothouse mcp'),
  'mcp-http': t('MCP over HTTP, for agents'),
  panel: t('The panel in a browser'),
  'companion-ws': t('Companion, over a WebSocket'),
  'claude-code-frames': t('Claude Code, socket of its specification'),
  'claude-bridge-frames': t('Claude Code, socket folder'),
  // Where the temporary folder is /tmp, it and the folder have one name: one of them is on at a time.
  'claude-bridge-file': t('Claude Code 2.0.71 to 2.1.5, socket file in place of the folder'),
  claudezilla: t('Claudezilla, for its own MCP servers'),
  'claude-bridge': t('Claude Code, local bridge'),
};
