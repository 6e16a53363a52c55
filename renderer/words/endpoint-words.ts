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
  claudezilla: t('Claudezilla, for its own MCP servers'),
  'claude-bridge': t('Claude Code, local bridge'),
};
